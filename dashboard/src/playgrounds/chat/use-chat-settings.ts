// The settings of the chat page. The model is stored; if it no longer exists, the first ready one replaces it.
import { useEffect, useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { useLocalChoice } from '../shared/local-choice.ts';
import type { ChatSettings } from './chat-body.ts';

const UNSET = { maxTokens: null, instructions: '', isJson: false, tools: '', compareWith: '' };

export function useChatSettings(): [ChatSettings, (change: Partial<ChatSettings>) => void] {
  const models = useCall('GET /chat/models').data?.data;
  const [model, chooseModel] = useLocalChoice<string>('chat.model', '');
  const [temperature, chooseTemperature] = useLocalChoice<number>('chat.temperature', 0.7);
  const [rest, setRest] = useState<Omit<ChatSettings, 'model' | 'temperature'>>(UNSET);
  const isThere = models?.some(({ id }) => id === model);
  const fallback = (models?.find(({ ready }) => ready) ?? models?.[0])?.id ?? '';
  useEffect(() => {
    if (models && !isThere && fallback) chooseModel(fallback);
  }, [models, isThere, fallback, chooseModel]);
  const change = ({ model, temperature, ...others }: Partial<ChatSettings>) => {
    if (model !== undefined) chooseModel(model);
    if (temperature !== undefined) chooseTemperature(temperature);
    setRest((before) => ({ ...before, ...others }));
  };
  return [{ model, temperature, ...rest }, change];
}
