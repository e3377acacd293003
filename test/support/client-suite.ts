// What the clients of others do with the API, as one suite: it is run against every kind of model behind it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, jsonSchema, Output, streamText, tool } from 'ai';
import OpenAI from 'openai';

export interface ClientTarget {
  baseURL: string;
  apiKey: string;
  model: string;
  embeddingModel?: string;
}

const QUESTION = [{ role: 'user' as const, content: 'Name a colour.' }];
const CITY_SCHEMA = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const }, population: { type: 'integer' as const } },
  required: ['city', 'population'],
  additionalProperties: false,
};
const WEATHER = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'The weather in a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
/** Small models are slow on small machines: answers are kept short, structures get the room they need. */
const SHORT = 24;
const LONG = 120;

export function describeClients(name: string, target: () => ClientTarget): void {
  describeOpenAi(name, target);
  describeAiSdk(name, target);
  describeLangChain(name, target);
}

function describeOpenAi(name: string, target: () => ClientTarget): void {
  const client = () => new OpenAI({ baseURL: target().baseURL, apiKey: target().apiKey, maxRetries: 0 });

  test(`openai package, ${name}: a chat`, async () => {
    const reply = await client().chat.completions.create({
      model: target().model,
      messages: QUESTION,
      max_tokens: SHORT,
    });
    assert.ok((reply.choices[0]?.message.content ?? '').length > 0);
    assert.ok((reply.usage?.completion_tokens ?? 0) > 0);
    assert.equal(reply.usage?.total_tokens, (reply.usage?.prompt_tokens ?? 0) + (reply.usage?.completion_tokens ?? 0));
  });

  test(`openai package, ${name}: a stream with usage, gathered by its own helper`, async () => {
    const stream = client().chat.completions.stream({
      model: target().model,
      messages: QUESTION,
      max_tokens: SHORT,
      stream_options: { include_usage: true },
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    assert.equal(await stream.finalContent(), text);
    assert.ok(text.length > 0);
    assert.ok(((await stream.totalUsage()).completion_tokens ?? 0) > 0);
  });

  test(`openai package, ${name}: tools, called and answered`, async () => {
    const runner = client().chat.completions.runTools({
      model: target().model,
      messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
      // The helper takes an answer that was cut for a failure: there must be room for a talkative one.
      max_tokens: 600,
      tools: [{ ...WEATHER, function: { ...WEATHER.function, function: () => 'sunny', parse: JSON.parse } }],
    });
    // The helper itself allows a forced tool only once.
    const final = await runner.finalContent();
    assert.ok((final ?? '').length > 0);
    const forced = await client().chat.completions.create({
      model: target().model,
      messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
      tools: [WEATHER],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      max_tokens: LONG,
    });
    const [call] = forced.choices[0]?.message.tool_calls ?? [];
    assert.ok(call?.type === 'function' && call.function.name === 'weather');
    assert.equal(typeof JSON.parse(call.function.arguments).city, 'string');
    assert.equal(forced.choices[0]?.finish_reason, 'tool_calls');
  });

  test(`openai package, ${name}: tool calls in a stream`, async () => {
    const stream = client().chat.completions.stream({
      model: target().model,
      messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
      tools: [WEATHER],
      tool_choice: 'required',
      max_tokens: LONG,
    });
    const [call] = (await stream.finalMessage()).tool_calls ?? [];
    assert.ok(call?.type === 'function');
    assert.equal(typeof JSON.parse(call.function.arguments).city, 'string');
  });

  test(`openai package, ${name}: structured output, parsed`, async () => {
    const reply = await client().chat.completions.parse({
      model: target().model,
      messages: [{ role: 'user', content: 'The largest city of France and its population, as JSON.' }],
      max_tokens: LONG,
      response_format: { type: 'json_schema', json_schema: { name: 'city', schema: CITY_SCHEMA, strict: true } },
    });
    const parsed = JSON.parse(reply.choices[0]?.message.content ?? '');
    assert.equal(typeof parsed.city, 'string');
    assert.ok(Number.isInteger(parsed.population));
  });

  test(`openai package, ${name}: a completion, whole and streamed`, async () => {
    const order = { model: target().model, prompt: 'Once upon a time', max_tokens: SHORT };
    const whole = await client().completions.create(order);
    assert.ok((whole.choices[0]?.text ?? '').length > 0);
    let text = '';
    for await (const chunk of await client().completions.create({ ...order, stream: true }))
      text += chunk.choices[0]?.text ?? '';
    assert.ok(text.length > 0);
  });

  test(`openai package, ${name}: models and embeddings`, async () => {
    const { model, embeddingModel } = target();
    assert.equal((await client().models.retrieve(model)).id, model);
    const ids: string[] = [];
    for await (const listed of client().models.list()) ids.push(listed.id);
    assert.ok(ids.includes(model));
    if (!embeddingModel) return;
    // Without a wish of the caller this package asks for base64 and decodes it.
    const decoded = await client().embeddings.create({ model: embeddingModel, input: ['one', 'two'] });
    const float = await client().embeddings.create({
      model: embeddingModel,
      input: ['one', 'two'],
      encoding_format: 'float',
    });
    assert.deepEqual(decoded.data[1]?.embedding, float.data[1]?.embedding);
  });

  test(`openai package, ${name}: errors become its own classes`, async () => {
    const create = (change: object) =>
      client().chat.completions.create({ model: target().model, messages: QUESTION, ...change });
    await assert.rejects(
      create({ temperature: 9 }),
      (error) => error instanceof OpenAI.BadRequestError && error.param === 'temperature',
    );
    await assert.rejects(
      create({ model: 'none' }),
      (error) => error instanceof OpenAI.BadRequestError && error.code === 'unknown_model',
    );
    const stranger = new OpenAI({ baseURL: target().baseURL, apiKey: 'sk_live_wrong', maxRetries: 0 });
    await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError);
  });
}

function describeAiSdk(name: string, target: () => ClientTarget): void {
  const model = () => {
    const { baseURL, apiKey, model: id } = target();
    return createOpenAICompatible({
      name: 'atelier',
      baseURL,
      apiKey,
      includeUsage: true,
      supportsStructuredOutputs: true,
    })(id);
  };

  test(`AI SDK, ${name}: text, whole and streamed`, async () => {
    const whole = await generateText({
      model: model(),
      prompt: 'Name a colour.',
      maxOutputTokens: SHORT,
      maxRetries: 0,
    });
    assert.ok(whole.text.length > 0);
    assert.ok((whole.usage.outputTokens ?? 0) > 0);
    const streamed = streamText({ model: model(), prompt: 'Name a colour.', maxOutputTokens: SHORT, maxRetries: 0 });
    let text = '';
    for await (const piece of streamed.textStream) text += piece;
    assert.ok(text.length > 0);
    assert.ok(((await streamed.usage).outputTokens ?? 0) > 0);
  });

  test(`AI SDK, ${name}: tools and structured output`, async () => {
    const weather = tool({
      description: 'The weather in a city',
      inputSchema: jsonSchema<{ city: string }>(WEATHER.function.parameters as object),
      execute: async () => 'sunny',
    });
    const called = await generateText({
      model: model(),
      prompt: 'What is the weather in Paris?',
      tools: { weather },
      toolChoice: 'required',
      maxOutputTokens: LONG,
      maxRetries: 0,
    });
    assert.equal(called.toolCalls[0]?.toolName, 'weather');
    const city = await generateText({
      model: model(),
      prompt: 'The largest city of France and its population, as JSON.',
      output: Output.object({ schema: jsonSchema<{ city: string; population: number }>(CITY_SCHEMA) }),
      maxOutputTokens: LONG,
      maxRetries: 0,
    });
    assert.equal(typeof city.output.city, 'string');
  });
}

function describeLangChain(name: string, target: () => ClientTarget): void {
  const model = (more: object = {}) => {
    const { baseURL, apiKey, model: id } = target();
    return new ChatOpenAI({ model: id, apiKey, configuration: { baseURL }, maxTokens: SHORT, maxRetries: 0, ...more });
  };

  test(`LangChain, ${name}: invoke and stream`, async () => {
    const message = await model().invoke('Name a colour.');
    assert.ok(String(message.content).length > 0);
    assert.ok(((message.usage_metadata as { output_tokens?: number } | undefined)?.output_tokens ?? 0) > 0);
    let text = '';
    for await (const chunk of await model({ streamUsage: true }).stream('Name a colour.'))
      text += String(chunk.content);
    assert.ok(text.length > 0);
  });

  test(`LangChain, ${name}: tools and structured output`, async () => {
    const bound = model({ maxTokens: LONG }).bindTools([WEATHER], { tool_choice: 'weather' });
    const called = await bound.invoke('What is the weather in Paris?');
    assert.equal(called.tool_calls?.[0]?.name, 'weather');
    const structured = model({ maxTokens: LONG }).withStructuredOutput(CITY_SCHEMA, {
      name: 'city',
      method: 'jsonSchema',
    });
    const city = await structured.invoke('The largest city of France and its population, as JSON.');
    assert.equal(typeof city.city, 'string');
  });
}
