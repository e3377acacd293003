// Live or sandbox, for the whole app.
import { ToggleGroup } from 'radix-ui';
import { chooseEnvironment, type Environment } from '../api/chosen-environment.ts';
import { useEnvironment } from '../api/environment.ts';
import { shell } from '../strings.ts';

const CHOICES: { value: Environment; label: string }[] = [
  { value: 'live', label: shell.live },
  { value: 'test', label: shell.sandbox },
];

export function EnvironmentSwitch() {
  const environment = useEnvironment();
  return (
    <ToggleGroup.Root
      type="single"
      value={environment}
      onValueChange={(value) => value && chooseEnvironment(value as Environment)}
      aria-label={shell.environment}
      className="flex shrink-0 rounded-lg bg-sunken p-0.5"
    >
      {CHOICES.map(({ value, label }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          className="rounded-md px-2.5 py-1.5 text-[0.8125rem] leading-5 font-medium text-muted data-[state=on]:bg-surface data-[state=on]:text-ink data-[state=on]:shadow-soft data-[state=on]:ring-1 data-[state=on]:ring-edge/40"
        >
          {label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
