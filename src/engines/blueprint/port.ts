// The interface of the blueprint engine.
export {
  type Blueprint,
  type BlueprintEngine,
  FRAMEWORKS,
  type Framework,
  type Requested,
} from '@atelier/blueprint';
