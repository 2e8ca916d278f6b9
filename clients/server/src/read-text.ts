/** Characters of the largest answer are far fewer: a full list of rules has a million. */
const mostBytes = 4 * 1024 * 1024;

/** The body as text. Rejects where it is cut off, or larger than any answer of the service. */
export const readText = async ({ body }: Response): Promise<string> => {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > mostBytes) {
      await reader.cancel();
      throw new RangeError(`the answer is larger than ${mostBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
};
