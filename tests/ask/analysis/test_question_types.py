"""Answer types of English questions: a table worked by hand, the same for both models of the parser."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from likewise.ask import ANSWER_TYPES
from likewise.ask.analysis import analyze_question, answer_rules
from likewise.frames import frame_parser
from parts import require_encoder

CASES = [
    # person
    ("Who wrote Dream of the Red Chamber?", "person", "author"),
    ("Who is the author of Dream of the Red Chamber?", "person", "author"),
    ("By whom was Hamlet written?", "person", "author"),
    ("Who was the Tale of Genji written by?", "person", "author"),
    ("Which poet wrote The Waste Land?", "person", "author"),
    ("Name the inventor of the telephone.", "person", "inventor"),
    ("Tell me who invented the telephone", "person", "inventor"),
    ("Who discovered penicillin?", "person", "discoverer"),
    ("Who founded Sony?", "person", "founder"),
    ("who directed seven samurai", "person", "director"),
    ("WHO WAS THE FIRST PRESIDENT OF THE UNITED STATES?", "person", "leader"),
    ("What is the name of the president of France?", "person", "leader"),
    ("Which emperor built the Great Wall?", "person", "leader"),
    ("What physicist proposed the theory of relativity?", "person", "scientist"),
    ("Who painted the Mona Lisa?", "person", "artist"),
    ("Which actress played Cleopatra?", "person", "actor"),
    ("Who was the wife of Napoleon?", "person", "relative"),
    ("Which player scored the most goals?", "person", "athlete"),
    ("Whose portrait hangs in the hall?", "person", ""),
    ("Who won the Nobel Peace Prize in 2004?", "person", ""),
    ("To whom did Tesla sell the patent?", "person", ""),
    # location
    ("Where was Ang Lee born?", "location", "city"),
    ("In what city did Mozart die?", "location", "city"),
    ("What is the capital of Kenya?", "location", "city"),
    ("Name the capital of France.", "location", "city"),
    ("Which country invaded Poland?", "location", "country"),
    ("From which country did the settlers come?", "location", "country"),
    ("Which river flows through Paris?", "location", "river"),
    ("WHICH RIVER FLOWS THROUGH PARIS?", "location", "river"),
    ("what is the longest river in south america", "location", "river"),
    ("What is the highest mountain in Japan?", "location", "mountain"),
    ("Which island did the ship reach?", "location", "island"),
    ("In which prefecture is Lake Biwa?", "location", "state"),
    ("On which continent is the Sahara?", "location", "continent"),
    ("At which stadium was the final played?", "location", "building"),
    ("Where is the Rhine?", "location", "place"),
    ("In which region is the valley?", "location", "place"),
    ("Where does the Nile empty?", "location", "water"),
    # organization
    ("Which company makes the Prius?", "organization", "company"),
    ("What firm built the bridge?", "organization", "company"),
    ("Who manufactures the Prius?", "organization", "company"),
    ("Which university did Newton attend?", "organization", "university"),
    ("Where did Newton study physics?", "organization", "university"),
    ("Which team won the cup in 1998?", "organization", "team"),
    ("Which party won the election?", "organization", "party"),
    ("What organization awards the prize?", "organization", ""),
    ("What band recorded Yesterday?", "organization", "band"),
    # number
    ("How many moons does Jupiter have?", "number", "count"),
    ("What is the number of provinces in China?", "number", "count"),
    ("How old was the Mayor of Funabashi City when he resigned?", "number", "age"),
    ("how long is the nile", "number", "length"),
    ("How high is Mount Fuji?", "number", "length"),
    ("How tall is the Eiffel Tower?", "number", "length"),
    ("What is the height of the tower?", "number", "length"),
    ("How long was the war?", "number", "duration"),
    ("How long was the theatre in operation?", "number", "duration"),
    ("How long does it take to build a ship?", "number", "duration"),
    ("How far is Osaka from Tokyo?", "number", "distance"),
    ("How many kilometers is it from Osaka to Tokyo?", "number", "distance"),
    ("What percentage of sea water is salt?", "number", "percentage"),
    ("How much does the ticket cost?", "number", "money"),
    ("How much money did Toyota lose in 2009?", "number", "money"),
    ("What was the price of oil in 1974?", "number", "money"),
    ("How much oil does Japan import?", "number", "quantity"),
    ("What is the population of Tokyo?", "number", "population"),
    ("How large is the population of Tokyo?", "number", "population"),
    ("How hot is the surface of the sun?", "number", "temperature"),
    ("How fast can a cheetah run?", "number", "speed"),
    ("How heavy is an elephant?", "number", "weight"),
    ("How often does the comet return?", "number", "frequency"),
    # time
    ("When did Luther die?", "time", ""),
    ("When was the university founded?", "time", ""),
    ("When was Einstein born?", "time", "date"),
    ("On what date did the war end?", "time", "date"),
    ("What day was the game played?", "time", "date"),
    ("In what year did Tesla die?", "time", "year"),
    ("in what year did tesla die", "time", "year"),
    ("What year was the bridge built?", "time", "year"),
    ("During which century did Basho live?", "time", "century"),
    ("In which month does the festival begin?", "time", "month"),
    ("In what decade was the film made?", "time", "decade"),
    ("During which period was the temple built?", "time", "era"),
    # title
    ("Which book did Newton publish in 1687?", "title", "book"),
    ("What novel did Soseki publish in 1905?", "title", "book"),
    ("What is the title of the novel that Soseki published in 1905?", "title", "book"),
    ("What did Lu Xun write?", "title", "book"),
    ("Which film by Ang Lee won an Oscar?", "title", "film"),
    ("What movie did Kurosawa direct in 1954?", "title", "film"),
    ("What song did the band play last?", "title", "song"),
    ("Which treaty ended the war?", "title", "law"),
    ("What show did Rowan Atkinson star in?", "title", "programme"),
    # thing
    ("What did Cai Lun improve?", "thing", ""),
    ("What surrounds the nucleus?", "thing", ""),
    ("What is the result of the reaction?", "thing", ""),
    ("What is the immune system?", "thing", ""),
    ("What is oxygen?", "thing", "description"),
    ("Who was Frédéric Chopin?", "thing", "description"),
    ("What language is spoken in Brazil?", "thing", "language"),
    ("Which prize did Yukawa receive?", "thing", "award"),
    ("What color is the sky on Mars?", "thing", "colour"),
    ("What disease is spread by mosquitoes?", "thing", "disease"),
    ("Which animal sleeps in the tree?", "thing", "species"),
    ("What is the term for a baby kangaroo?", "thing", "term"),
    ("What kind of city is Warsaw?", "thing", "kind"),
    ("When the sun sets, what is the sky called?", "thing", ""),
    ("What caused the fire?", "thing", "cause"),
    # reason
    ("Why is the sky blue?", "reason", "cause"),
    ("Why did the mayor resign?", "reason", "cause"),
    ("For what reason did the mayor resign?", "reason", ""),
    ("What was the purpose of the voyage?", "reason", ""),
    ("How did the fire start?", "reason", "manner"),
    ("How do bees make honey?", "reason", "manner"),
]


@pytest.mark.parametrize("model", ["small", "encoder"])
def test_types_and_subtypes(model: str) -> None:
    if model == "encoder":
        require_encoder()
    parser = frame_parser("en", model)
    wrong = []
    for text, answer_type, subtype in CASES:
        question = analyze_question(text, parser=parser)
        if (question.answer_type, question.subtype) != (answer_type, subtype):
            wrong.append((text, question.answer_type, question.subtype, question.rule))
    assert wrong == []


def test_the_table_has_each_type_four_times_and_more() -> None:
    counts = Counter(answer_type for _, answer_type, _ in CASES)
    assert set(counts) == set(ANSWER_TYPES)
    assert min(counts.values()) >= 4
    assert len({text for text, _, _ in CASES}) == len(CASES)


def test_each_rule_has_its_name_in_the_trace() -> None:
    parser = frame_parser("en", "small")
    assert analyze_question("Which river flows through Paris?", parser=parser).rule == "noun:location/river"
    assert analyze_question("Who founded Sony?", parser=parser).rule == "verb:person/founder"
    assert analyze_question("When did Luther die?", parser=parser).rule == "when"
    names = {rule.name for rule in answer_rules()}
    assert {"noun:location/river", "verb:person/founder"} <= names


def test_no_word_stands_twice_in_a_slot() -> None:
    """A second line could never count."""
    words = sorted((rule.slot, word) for rule in answer_rules() for word in rule.words)
    assert [pair for pair, following in pairwise(words) if pair == following] == []
