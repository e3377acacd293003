from google import genai
from google.genai import types

from trial import COLOUR, KEY, MODEL, ORIGIN, WEATHER, check_text, check_weather, weather

client = genai.Client(api_key=KEY, http_options=types.HttpOptions(base_url=ORIGIN))
check_text(client.models.generate_content(model=MODEL, contents=COLOUR).text)
check_text("".join(chunk.text or "" for chunk in client.models.generate_content_stream(model=MODEL, contents=COLOUR)))
config = types.GenerateContentConfig(tools=[weather])
check_weather(client.models.generate_content(model=MODEL, contents=WEATHER, config=config).text)
assert client.models.count_tokens(model=MODEL, contents=COLOUR).total_tokens > 0
