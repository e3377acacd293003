// The entry of the package.
export {
  type AppFile,
  type Blueprint,
  type BlueprintEdit,
  type BlueprintEngine,
  FRAMEWORKS,
  type Framework,
  type Requested,
} from './blueprint.ts';
export { type BlueprintOptions, createBlueprintEngine, type EmbedTexts } from './engine.ts';
