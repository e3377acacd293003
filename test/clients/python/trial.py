"""What every program here is given, and what the scripted model behind the service answers."""
import os

ORIGIN, KEY, MODEL = os.environ["ORIGIN"], os.environ["KEY"], os.environ["MODEL"]
BASE = ORIGIN + "/v1"
COLOUR = "Name a colour."
WEATHER = "What is the weather in Paris?"


def weather(city: str) -> str:
    """The weather of a city.

    Args:
        city: Its name.
    """
    return f"sunny in {city}"


def check_text(text: str) -> None:
    assert text == "Blue.", f"the text is {text!r}"


def check_weather(text: str) -> None:
    assert text.startswith("RESULTS:") and "sunny in Paris" in text, f"the answer is {text!r}"
