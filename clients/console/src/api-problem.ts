type Facts = {
  /** The error's code, or `no_answer`. */
  readonly code: string;
  readonly status: number;
  readonly message?: string | undefined;
  readonly param?: string | undefined;
  readonly request_id?: string | undefined;
};

/** Why a call did not succeed. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly param: string | undefined;
  readonly request_id: string | undefined;

  constructor({ code, status, message, param, request_id }: Facts) {
    super(message ?? code);
    this.name = 'ApiProblem';
    this.code = code;
    this.status = status;
    this.param = param;
    this.request_id = request_id;
  }

  /** An answer that is no error of the API has the code `unreadable`. */
  static of(status: number, body: unknown): ApiProblem {
    const { error } = (body ?? {}) as { readonly error?: Partial<Facts> };
    return new ApiProblem({ code: 'unreadable', ...error, status });
  }
}
