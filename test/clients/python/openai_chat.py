import json

from openai import OpenAI

from trial import BASE, COLOUR, KEY, MODEL, WEATHER, check_text, check_weather, weather

client = OpenAI(base_url=BASE, api_key=KEY, max_retries=0)
ask = lambda messages, **more: client.chat.completions.create(model=MODEL, messages=messages, **more)
user = [{"role": "user", "content": COLOUR}]
check_text(ask(user).choices[0].message.content)
check_text("".join(chunk.choices[0].delta.content or "" for chunk in ask(user, stream=True) if chunk.choices))
schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
tools = [{"type": "function", "function": {"name": "weather", "parameters": schema}}]
messages = [{"role": "user", "content": WEATHER}]
message = ask(messages, tools=tools).choices[0].message
[call] = message.tool_calls
result = weather(**json.loads(call.function.arguments))
messages += [message, {"role": "tool", "tool_call_id": call.id, "content": result}]
check_weather(ask(messages, tools=tools).choices[0].message.content)
