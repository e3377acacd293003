// The operator's decisions on models: licences accepted, models added by name, the model to use for each use.
import { type CatalogueEntry, isPermissive, type ModelUse } from './catalogue.ts';
import type { LocalState } from './local-state.ts';

/** The licence has conditions, and the operator has not accepted it yet. */
class LicenceRequired extends Error {}

export function createDecisions(parts: {
  local: LocalState;
  catalogue: ReadonlyMap<string, CatalogueEntry>;
  /** Ids of models in the configuration file, whose licences need no further consent. */
  configured: ReadonlySet<string>;
}) {
  const { local, catalogue, configured } = parts;

  /** Records the consent; throws if the licence requires one and there is none. */
  async function checkMayPull(entry: CatalogueEntry, { acceptLicence }: { acceptLicence: boolean }): Promise<void> {
    if (isAccepted(entry)) return;
    if (!acceptLicence)
      throw new LicenceRequired(
        `${entry.title} has a licence with conditions: ${entry.licence}${entry.licenceUrl ? ` (${entry.licenceUrl})` : ''}. ` +
          `Read it; if you accept it, run \`npm run models -- pull ${entry.id} --accept-licence\`.`,
      );
    await local.change((state) => ({ ...state, accepted: [...new Set([...state.accepted, entry.id])] }));
  }

  function isAccepted(entry: CatalogueEntry): boolean {
    return isPermissive(entry) || configured.has(entry.id) || local.read().accepted.includes(entry.id);
  }

  async function add(entry: CatalogueEntry): Promise<void> {
    if (catalogue.has(entry.id)) throw new Error(`the catalogue has a model "${entry.id}" already; choose another id`);
    await local.change((state) => ({
      ...state,
      added: [...state.added.filter(({ id }) => id !== entry.id), entry],
    }));
  }

  /** The model that the operator wants for a use; undefined: the service chooses. */
  function chosen(use: ModelUse): string | undefined {
    return local.read().chosen[use];
  }

  async function choose(use: ModelUse, id: string | undefined): Promise<void> {
    await local.change(({ chosen: { [use]: _before, ...others }, ...state }) => ({
      ...state,
      chosen: id === undefined ? others : { ...others, [use]: id },
    }));
  }

  return { checkMayPull, isAccepted, add, chosen, choose };
}
