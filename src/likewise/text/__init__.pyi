"""The public names of likewise.text: what other rooms and users may use."""

from .content import (
    content_words as content_words,
    function_words as function_words,
    words as words,
)
from .encoder import Encoder as Encoder
from .hashed_features import HashedNames as HashedNames, hashes_of as hashes_of, numbers_of as numbers_of
from .installed_encoders import (
    INSTALL as INSTALL,
    EncoderPackage as EncoderPackage,
    encoder_folder as encoder_folder,
    encoder_package as encoder_package,
    installed_encoder as installed_encoder,
    small_encoder as small_encoder,
    small_encoder_file as small_encoder_file,
)
from .language_tokenizers import AUTO as AUTO, BY_BLANKS as BY_BLANKS, tokenizer_for as tokenizer_for
from .languages import (
    ENGLISH as ENGLISH,
    Language as Language,
    all_languages as all_languages,
    code_of as code_of,
    find_language as find_language,
    is_english as is_english,
    language_of_script as language_of_script,
    name_of as name_of,
    same_language as same_language,
    unknown_language as unknown_language,
)
from .normalisation import FORMS as FORMS
from .scripts import (
    holds_unsegmented as holds_unsegmented,
    is_in_script as is_in_script,
    looks_unsegmented as looks_unsegmented,
    main_script as main_script,
)
from .sentences import split_sentences as split_sentences
from .stems import stem as stem, stemmer as stemmer
from .tokenizers import TOKENIZERS as TOKENIZERS, get_tokenizer as get_tokenizer, tokenize as tokenize
from .universal_encoder import (
    INSTALL_MULTILINGUAL as INSTALL_MULTILINGUAL,
    MULTILINGUAL_LANGUAGES as MULTILINGUAL_LANGUAGES,
    MULTILINGUAL_PACKAGE as MULTILINGUAL_PACKAGE,
    MultilingualEncoder as MultilingualEncoder,
    multilingual_encoder as multilingual_encoder,
    multilingual_folder as multilingual_folder,
)
from .vocabulary import (
    SHORT as SHORT,
    Grams as Grams,
    Ints as Ints,
    Tokenization as Tokenization,
    Words as Words,
    words_of as words_of,
)
from .word_pieces import WordPieces as WordPieces, english_pieces as english_pieces
from .wordllama_vectors import (
    INSTALL_VECTORS as INSTALL_VECTORS,
    MergedPieces as MergedPieces,
    StaticVectors as StaticVectors,
    static_vectors as static_vectors,
    static_vectors_folder as static_vectors_folder,
)
from .wordnet import (
    INSTALL_WORDNET as INSTALL_WORDNET,
    FoundWordNet as FoundWordNet,
    found_wordnet as found_wordnet,
    wordnet_antonyms as wordnet_antonyms,
)
