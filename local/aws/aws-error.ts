/** A refusal in AWS's form; the client throws an exception named `code`. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(code: string, status: number, message: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}
