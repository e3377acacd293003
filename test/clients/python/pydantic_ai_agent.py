import asyncio

from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

from trial import BASE, COLOUR, KEY, MODEL, WEATHER, check_text, check_weather, weather


class City(BaseModel):
    city: str
    country: str


async def main() -> None:
    provider = OpenAIProvider(base_url=BASE, api_key=KEY)
    for model in (OpenAIChatModel(MODEL, provider=provider), OpenAIResponsesModel(MODEL, provider=provider)):
        check_text((await Agent(model).run(COLOUR)).output)
        async with Agent(model).run_stream(COLOUR) as stream:
            check_text(await stream.get_output())
        check_weather((await Agent(model, tools=[weather]).run(WEATHER)).output)
        found = await Agent(model, output_type=NativeOutput(City)).run("The capital of France.")
        assert found.output.city == "Paris", found.output


asyncio.run(main())
