// How much of an answer of an upstream is read, and how much JSON is parsed at once: a lying upstream must not hold up the service.
import type { ShapeLimits } from '../core/json-shape.ts';

/** Of an error. The rest is not read. */
export const MAX_ERROR_BYTES = 64 * 1024;
/** Of an answer that holds no file: an order, the state of an order, a list. */
export const MAX_JSON_BYTES = 1024 * 1024;
/** Of one server-sent event: it may hold a picture. */
export const MAX_EVENT_BYTES = 8 * 1024 * 1024;
/** Comments, and other bytes that make no event, between two events. */
export const MAX_BYTES_WITHOUT_EVENT = 1024 * 1024;
/** Of a whole stream, or of a whole answer to a chat. */
export const MAX_REPLY_BYTES = 64 * 1024 * 1024;
/** Of one picture that is fetched. */
export const MAX_PICTURE_BYTES = 128 * 1024 * 1024;
/** Of the pictures of one order, in base64. A package parses them at once: that takes 100 ms. */
export const MAX_PICTURES_BYTES = 32 * 1024 * 1024;

/** JSON within these is parsed and validated in less than 100 ms. */
export const SMALL_SHAPE: ShapeLimits = { depth: 64, values: 60_000, keys: 20_000 };
/** The same for an answer whose length is in its strings. */
export const PICTURES_SHAPE: ShapeLimits = { ...SMALL_SHAPE, others: MAX_JSON_BYTES };
