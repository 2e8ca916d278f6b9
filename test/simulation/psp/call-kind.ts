/** What the engine can ask of a PSP. */
export type CallKind =
  | 'authorize'
  | 'complete'
  | 'look_up'
  | 'fence'
  | 'capture'
  | 'cancel'
  | 'refund'
  | 'look_up_refunds'
  | 'find_capture';
