type Facts = {
  /** The error's code, or `no_answer`. */
  readonly code: string;
  readonly status: number;
  readonly message?: string | undefined;
  readonly param?: string | undefined;
  readonly request_id?: string | undefined;
  /** The answer is final for its idempotency key: the same request gets it again. */
  readonly final?: boolean;
};

/** Why a call did not succeed. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly param: string | undefined;
  readonly request_id: string | undefined;
  readonly final: boolean;

  constructor({ code, status, message, param, request_id, final = false }: Facts) {
    super(message ?? code);
    this.name = 'ApiProblem';
    this.code = code;
    this.status = status;
    this.param = param;
    this.request_id = request_id;
    this.final = final;
  }

  /** An answer that is no error of the API has the code `unreadable`. */
  static of({ status, headers }: Response, body: unknown): ApiProblem {
    const { error } = (body ?? {}) as { readonly error?: Partial<Facts> };
    return new ApiProblem({
      code: 'unreadable',
      ...error,
      status,
      final: headers.get('should-retry') === 'false',
    });
  }
}

/** Refuses what somebody typed before it is sent, as the service would. */
export const refuse = (param: string, message: string): never => {
  throw new ApiProblem({ code: 'parameter_invalid', status: 0, param, message, final: true });
};
