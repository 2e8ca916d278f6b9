/**
 * Replaces the SDK's event streams in the bundles (`infra/lambda/bundling.ts`). No call of this service streams events, and one lazy import of them
 * keeps esbuild from joining a hundred modules of the SDK into one.
 */
export const EventStreamSerde = undefined;
export const eventStreamSerdeProvider = undefined;
