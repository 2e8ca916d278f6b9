/** The largest answer is far smaller: a full list of rules has a million characters. */
const mostBytes = 4 * 1024 * 1024;

/** The body as text. Rejects if it is cut off, or larger than any answer from the service. */
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
