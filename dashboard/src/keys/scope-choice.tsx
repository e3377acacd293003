// Which modules a key may use: everything, or some, each with read or write access.
import { useEnvironment } from '../api/environment.ts';
import { useCall } from '../api/queries.ts';
import { keys } from './strings.ts';

const AREAS = Object.keys(keys.areas) as (keyof typeof keys.areas)[];
const RIGHTS = ['read', 'write'] as const;
const { form } = keys;

export interface ScopeChoiceProps {
  scopes: readonly string[];
  onChange(scopes: string[]): void;
}

export function ScopeChoice({ scopes, onChange }: ScopeChoiceProps) {
  const isAll = scopes.includes('*');
  const areas = useAreas();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{form.scopes}</legend>
      <Choice label={form.allScopes} isChosen={isAll} onChoose={() => onChange(['*'])} />
      <Choice label={form.someScopes} isChosen={!isAll} onChoose={() => isAll && onChange([])} />
      {!isAll && (
        <div className="mt-1 grid gap-x-6 rounded-lg border border-line p-3 sm:grid-cols-2">
          {areas.map((area) => (
            <div key={area} className="flex items-center justify-between gap-3 py-1 text-sm">
              {keys.areas[area]}
              <span className="flex gap-3">
                {RIGHTS.map((right) => (
                  <Right key={right} area={area} right={right} scopes={scopes} onChange={onChange} />
                ))}
              </span>
            </div>
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** Only the operator's live keys can have the operator's scopes; "everything" never includes them. */
function useAreas(): typeof AREAS {
  const isLive = useEnvironment() === 'live';
  const isOwner = useCall('GET /account').data?.is_owner ?? false;
  return AREAS.filter((area) => area !== 'operator' || (isLive && isOwner));
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose(): void }) {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input type="radio" name="scope-choice" checked={isChosen} onChange={onChoose} className="accent-accent" />
      {label}
    </label>
  );
}

interface RightProps extends ScopeChoiceProps {
  area: keyof typeof keys.areas;
  right: (typeof RIGHTS)[number];
}

function Right({ area, right, scopes, onChange }: RightProps) {
  const scope = `${area}:${right}`;
  // Write access includes read access.
  const isImplied = right === 'read' && (scopes.includes(`${area}:write`) || scopes.includes(area));
  const isChosen = isImplied || scopes.includes(scope) || scopes.includes(area);
  const toggle = () => {
    const others = scopes.filter((one) => one !== scope && one !== area);
    onChange(isChosen ? others : [...others, scope]);
  };
  return (
    <label className="flex items-center gap-1.5 text-muted">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isImplied}
        onChange={toggle}
        aria-label={`${keys.areas[area]}: ${form[right]}`}
        className="accent-accent"
      />
      {form[right]}
    </label>
  );
}
