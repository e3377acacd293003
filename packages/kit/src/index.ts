// The only way into the kit.
export { EngineError, type EngineErrorCode, type EngineErrorDetails } from './engine-error.ts';
export { type Chance, chanceFromNumber, chanceFromText, hashText, mulberry32 } from './random.ts';
