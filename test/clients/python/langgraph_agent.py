from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_openai import ChatOpenAI

from trial import BASE, COLOUR, KEY, MODEL, ORIGIN, WEATHER, check_text, check_weather, weather

for model in (
    ChatOpenAI(model=MODEL, base_url=BASE, api_key=KEY, max_retries=0),
    ChatOpenAI(model=MODEL, base_url=BASE, api_key=KEY, max_retries=0, use_responses_api=True),
    ChatAnthropic(model=MODEL, base_url=ORIGIN, api_key=KEY, max_retries=0, max_tokens=500),
):
    check_text(model.invoke(COLOUR).text)
    check_text("".join(chunk.text for chunk in model.stream(COLOUR)))
    agent = create_agent(model, [weather])
    check_weather(agent.invoke({"messages": [("user", WEATHER)]})["messages"][-1].text)
