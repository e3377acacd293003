// How the model should answer: model, temperature, length, format, tools, and a second model.
import { useCall } from '../../api/queries.ts';
import { Field, Input, Select, TextArea } from '../../parts/field.tsx';
import { Range, Toggle } from '../shared/controls.tsx';
import { ModelSelect } from '../shared/model-select.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { type ChatSettings, readTools } from './chat-body.ts';
import { chatWords, toolWords } from './strings.ts';

export interface SettingsProps {
  settings: ChatSettings;
  onChange(change: Partial<ChatSettings>): void;
  /** Instructions go with the first message only. */
  hasBegun: boolean;
}

export function Settings({ settings, onChange, hasBegun }: SettingsProps) {
  const models = useCall('GET /chat/models');
  return (
    <div className="grid gap-4">
      <Trouble error={models.error} onRetry={() => void models.refetch()} />
      <ModelSelect models={models.data?.data ?? []} value={settings.model} onChange={(model) => onChange({ model })} />
      <Range
        label={chatWords.temperature}
        value={settings.temperature}
        min={0}
        max={2}
        step={0.1}
        shown={`${settings.temperature.toFixed(1)}, ${wordsOfTemperature(settings.temperature)}`}
        hint={chatWords.temperatureHint}
        onChange={(temperature) => onChange({ temperature })}
      />
      <Field label={chatWords.maxTokens} hint={chatWords.maxTokensHint}>
        <Input
          type="number"
          min={1}
          inputMode="numeric"
          value={settings.maxTokens ?? ''}
          onChange={(event) => onChange({ maxTokens: Number(event.target.value) || null })}
        />
      </Field>
      {!hasBegun && (
        <Field label={chatWords.instructions} hint={chatWords.instructionsHint}>
          <TextArea
            value={settings.instructions}
            placeholder={chatWords.instructionsExample}
            onChange={(event) => onChange({ instructions: event.target.value })}
          />
        </Field>
      )}
      <Toggle
        label={chatWords.json}
        hint={chatWords.jsonHint}
        isOn={settings.isJson}
        onChange={(isJson) => onChange({ isJson })}
      />
      <Field label={chatWords.compare} hint={chatWords.compareHint}>
        <Select
          value={settings.compareWith}
          onChange={(compareWith) => onChange({ compareWith })}
          options={[
            { value: '', label: chatWords.compareNone },
            ...(models.data?.data ?? [])
              .filter(({ id }) => id !== settings.model)
              .map(({ id }) => ({ value: id, label: id })),
          ]}
        />
      </Field>
      <details>
        <summary className="text-sm font-medium">{toolWords.title}</summary>
        <Field
          label={toolWords.label}
          hint={toolWords.hint}
          problem={readTools(settings.tools) ? null : toolWords.wrong}
          className="mt-3"
        >
          <TextArea
            value={settings.tools}
            placeholder={toolWords.example}
            spellCheck={false}
            onChange={(event) => onChange({ tools: event.target.value })}
            className="font-mono text-xs!"
          />
        </Field>
      </details>
    </div>
  );
}

function wordsOfTemperature(temperature: number): string {
  return chatWords.temperatureGuide.find(({ upTo }) => temperature <= upTo)?.words ?? '';
}
