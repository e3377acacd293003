from anthropic import Anthropic

from trial import COLOUR, KEY, MODEL, ORIGIN, WEATHER, check_text, check_weather, weather

client = Anthropic(base_url=ORIGIN, api_key=KEY, max_retries=0)
ask = {"model": MODEL, "max_tokens": 500, "messages": [{"role": "user", "content": COLOUR}]}
check_text(client.messages.create(**ask).content[0].text)
with client.messages.stream(**ask) as stream:
    check_text("".join(stream.text_stream))
schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
tools = [{"name": "weather", "input_schema": schema}]
messages = [{"role": "user", "content": WEATHER}]
said = client.messages.create(**{**ask, "messages": messages}, tools=tools).content
[call] = [block for block in said if block.type == "tool_use"]
result = {"type": "tool_result", "tool_use_id": call.id, "content": weather(**call.input)}
messages += [{"role": "assistant", "content": said}, {"role": "user", "content": [result]}]
check_weather(client.messages.create(**{**ask, "messages": messages}, tools=tools).content[0].text)
assert client.messages.count_tokens(model=MODEL, messages=messages, tools=tools).input_tokens > 0
