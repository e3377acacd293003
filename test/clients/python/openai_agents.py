from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, function_tool, set_tracing_disabled
from openai import AsyncOpenAI

from trial import BASE, COLOUR, KEY, MODEL, WEATHER, check_text, check_weather, weather

set_tracing_disabled(True)
client = AsyncOpenAI(base_url=BASE, api_key=KEY, max_retries=0)
for kind in (OpenAIResponsesModel, OpenAIChatCompletionsModel):
    model = kind(model=MODEL, openai_client=client)
    check_text(Runner.run_sync(Agent(name="painter", model=model), COLOUR).final_output)
    agent = Agent(name="forecaster", model=model, tools=[function_tool(weather)], model_settings=ModelSettings(store=False))
    check_weather(Runner.run_sync(agent, WEATHER).final_output)
