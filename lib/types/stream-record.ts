/** One record of a table's stream, in the stream's JSON. `ApproximateCreationDateTime` in Unix seconds. */
export type StreamRecord = {
  readonly eventSourceARN?: string;
  readonly dynamodb?: {
    readonly SequenceNumber?: string;
    readonly ApproximateCreationDateTime?: number;
    readonly OldImage?: StreamImage;
    readonly NewImage?: StreamImage;
  };
};

export type StreamImage = Readonly<Record<string, unknown>>;
