import json

from openai import OpenAI
from pydantic import BaseModel

from trial import BASE, COLOUR, KEY, MODEL, WEATHER, check_text, check_weather, weather


class City(BaseModel):
    city: str
    country: str


client = OpenAI(base_url=BASE, api_key=KEY, max_retries=0)
check_text(client.responses.create(model=MODEL, input=COLOUR).output_text)
with client.responses.stream(model=MODEL, input=COLOUR) as stream:
    check_text(stream.get_final_response().output_text)
parsed = client.responses.parse(model=MODEL, input="The capital of France.", text_format=City).output_parsed
assert parsed.city == "Paris", parsed
schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
tools = [{"type": "function", "name": "weather", "parameters": schema}]
first = client.responses.create(model=MODEL, input=WEATHER, tools=tools)
[call] = [item for item in first.output if item.type == "function_call"]
output = {"type": "function_call_output", "call_id": call.call_id, "output": weather(**json.loads(call.arguments))}
check_weather(client.responses.create(model=MODEL, input=[output], previous_response_id=first.id, tools=tools).output_text)
