// What the blueprint engine offers, as the rest of the service sees it.
export { type Blueprint, type BlueprintEngine, FRAMEWORKS, type Framework } from '@atelier/blueprint';
