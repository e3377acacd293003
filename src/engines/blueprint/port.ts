// What the blueprint engine offers, as the rest of the service sees it.
export {
  type Blueprint,
  type BlueprintEngine,
  FRAMEWORKS,
  type Framework,
  type Requested,
} from '@atelier/blueprint';
