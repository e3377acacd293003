// What guards look for and do: a choice for each kind, in each direction, and moderation.
import type { Reply } from '../api/client.ts';
import { Field, Select } from './field.tsx';
import { guards as words } from './guard-strings.ts';

export type GuardTerms = NonNullable<Reply<'GET /account'>['guards']>;
type Rules = NonNullable<GuardTerms['prompts']>;
type Kind = keyof Rules & keyof typeof words.kinds;
type Action = keyof typeof words.actions;

const KINDS = Object.keys(words.kinds) as Kind[];
const ACTIONS = optionsOf(words.actions);
const MODERATION = optionsOf(words.moderationActions);

export interface GuardFieldsProps {
  terms: GuardTerms;
  onChange(terms: GuardTerms): void;
}

export function GuardFields({ terms, onChange }: GuardFieldsProps) {
  const choose = (direction: 'prompts' | 'answers', kind: Kind, action: string) => {
    const { [kind]: _, ...others } = terms[direction] ?? {};
    const rules = action === 'off' ? others : { ...others, [kind]: action as Exclude<Action, 'off'> };
    onChange({ ...terms, [direction]: rules });
  };
  const moderate = (action: string) => {
    const { moderation, ...others } = terms;
    onChange(
      action === 'off' ? others : { ...others, moderation: { ...moderation, action: action as 'note' | 'refuse' } },
    );
  };
  return (
    <div className="grid gap-3">
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left">
            <th className="py-1 font-medium">{words.columns.kind}</th>
            <th className="py-1 font-medium">{words.columns.prompts}</th>
            <th className="py-1 font-medium">{words.columns.answers}</th>
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => (
            <tr key={kind}>
              <td className="py-1 pr-3">{words.kinds[kind]}</td>
              {(['prompts', 'answers'] as const).map((direction) => (
                <td key={direction} className="py-1 pr-2">
                  <Select
                    aria-label={words.where(words.columns[direction], words.kinds[kind])}
                    options={ACTIONS}
                    value={terms[direction]?.[kind] ?? 'off'}
                    onChange={(action) => choose(direction, kind, action)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Field label={words.moderation} hint={words.moderationHint}>
        <Select options={MODERATION} value={terms.moderation?.action ?? 'off'} onChange={moderate} />
      </Field>
    </div>
  );
}

/** null: they ask for nothing. */
export function storedTerms(terms: GuardTerms): GuardTerms | null {
  const { prompts = {}, answers = {}, moderation } = terms;
  const hasRules = Object.keys(prompts).length + Object.keys(answers).length > 0;
  return hasRules || moderation ? terms : null;
}

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
