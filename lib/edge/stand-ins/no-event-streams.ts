/**
 * Stands for the SDK's event streams in the bundles (`infra/bundling.ts`). No call of this service streams events, and one import of them that is only made
 * when needed keeps esbuild from joining a hundred modules of the SDK into one.
 */
export const EventStreamSerde = undefined;
export const eventStreamSerdeProvider = undefined;
