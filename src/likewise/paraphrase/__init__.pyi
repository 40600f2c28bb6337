from .embedded import open_paraphraser as open_paraphraser
from .evaluation import evaluate_paraphraser as evaluate_paraphraser
from .harvest import HarvestedPattern as HarvestedPattern
from .harvest import dump_harvest as dump_harvest
from .harvest import harvest_table as harvest_table
from .model import Paraphrase as Paraphrase
from .model import Paraphraser as Paraphraser
from .model import train as train
