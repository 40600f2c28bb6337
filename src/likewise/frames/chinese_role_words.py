"""Chinese words that tell a role, in simplified characters: negations, times, prepositions, verbs of a kind.

Lists and patterns were made by hand; which verbs have a subject that does not act was checked against the
projected roles of the treebank's training part.
"""

from __future__ import annotations

import re

__all__ = ["adverb_role", "clause_role", "is_time", "phrase_role"]

NEGATIONS = frozenset(
    [
        "不",
        "没",
        "没有",
        "未",
        "别",
        "勿",
        "莫",
        "非",
        "无",
        "不再",
        "未曾",
        "从未",
        "并未",
        "尚未",
        "不曾",
        "并不",
        "毫不",
        "绝不",
        "从不",
        "不要",
    ]
)
NEGATED_VERBS = frozenset(["没有", "没", "无法", "未能", "未曾", "不曾", "没能"])
"""Verbs that deny the verb under them."""
PASSIVES = frozenset(["被", "由", "遭", "为", "给"])
COVERBS = {
    **dict.fromkeys(["在", "于", "位于"], "ARGM-LOC"),
    **dict.fromkeys(["从", "往", "到", "去"], "ARGM-DIR"),
    **dict.fromkeys(["对", "向", "给", "跟", "与", "和", "同", "替"], "ARG2"),
    **dict.fromkeys(
        [
            "用",
            "以",
            "靠",
            "通过",
            "透过",
            "经",
            "经过",
            "借",
            "凭",
            "按",
            "按照",
            "利用",
            "使用",
            "藉由",
            "藉着",
        ],
        "ARGM-MNR",
    ),
    **dict.fromkeys(["因", "因为", "由于"], "ARGM-CAU"),
    **dict.fromkeys(["为了", "为"], "ARGM-PRP"),
    **dict.fromkeys(["根据", "据", "比", "除", "除了", "随", "随着", "关于", "对于", "至于"], "ARGM-ADV"),
    **dict.fromkeys(["当", "直到", "直至", "自", "至"], "ARGM-TMP"),
    **dict.fromkeys(["由", "被"], "ARG0"),
}
"""Prepositions, and verbs that stand before another verb like prepositions, with the role of their phrase."""
PREDICATE_COVERBS = frozenset(["到", "去", "使用", "利用", "通过", "经过", "位于"])
"""Those that are predicates when they are tagged as verbs."""
MARKED = {
    **dict.fromkeys(
        [
            "如果",
            "若",
            "假如",
            "要是",
            "虽然",
            "虽",
            "尽管",
            "即使",
            "无论",
            "不管",
            "除非",
            "只要",
            "只有",
            "倘若",
        ],
        "ARGM-ADV",
    ),
    **dict.fromkeys(["因", "因为", "由于", "既然"], "ARGM-CAU"),
    **dict.fromkeys(["为了", "为", "以便"], "ARGM-PRP"),
    **dict.fromkeys(["通过", "透过", "以", "藉由", "经过"], "ARGM-MNR"),
    **dict.fromkeys(
        [
            "时",
            "时候",
            "后",
            "之后",
            "以后",
            "前",
            "之前",
            "以前",
            "当",
            "直到",
            "以来",
            "期间",
            "同时",
            "之际",
        ],
        "ARGM-TMP",
    ),
}
"""Words that tell what a clause is to the verb above it."""
AFTER_VERB = {
    **dict.fromkeys(["为", "成", "作", "做", "到", "至", "给", "向", "往", "自"], "ARG2"),
    **dict.fromkeys(["于", "在"], "ARGM-LOC"),
}
"""Words joined to a verb, with the role of what stands behind them."""
NOT_ACTING = frozenset(
    [
        "出现",
        "发生",
        "存在",
        "增加",
        "减少",
        "上升",
        "下降",
        "增长",
        "变化",
        "变",
        "死",
        "死亡",
        "去世",
        "逝世",
        "过世",
        "病逝",
        "出生",
        "诞生",
        "爆发",
        "爆炸",
        "成长",
        "成熟",
        "分布",
        "成立",
        "兴起",
        "起源",
        "消失",
        "坠毁",
        "解散",
        "合并",
        "通车",
        "持续",
        "结束",
        "开始",
        "破",
        "碎",
        "倒",
        "塌",
        "掉",
        "断",
        "沉",
        "着火",
        "倒塌",
        "下跌",
        "上涨",
        "破产",
        "落",
        "融化",
        "生效",
        "失败",
        "成功",
        "恶化",
        "好转",
        "醒",
    ]
)
"""Verbs whose subject does not act, when nothing stands behind them."""
LINKING = frozenset(
    [
        "是",
        "为",
        "成",
        "成为",
        "变成",
        "叫",
        "称",
        "属",
        "属于",
        "位",
        "位于",
        "呈",
        "指",
        "担任",
        "出任",
        "等于",
        "乃",
        "即",
        "像",
        "处",
        "处于",
        "坐落",
        "归",
        "就是",
        "也是",
        "都是",
        "不是",
        "不像",
        "叫做",
        "称为",
        "名叫",
        "姓",
        "符合",
        "意味",
        "充满",
    ]
)
"""Verbs whose subject is what is told of, and whose object is what is told (ARG1, ARG2)."""
GIVES = frozenset(
    [
        "给",
        "送",
        "送给",
        "教",
        "告诉",
        "问",
        "借",
        "借给",
        "递给",
        "交给",
        "还",
        "还给",
        "赠",
        "赠送",
        "授予",
        "带给",
        "献给",
        "卖给",
        "寄给",
        "分给",
        "发给",
        "告知",
        "通知",
    ]
)
"""Verbs of giving and telling: of two objects the first is who gets it."""

_TIMES = (
    "已 已经 曾 曾经 正 正在 在 仍 仍然 仍旧 依然 依旧 一直 刚 刚刚 刚才 常 常常 经常 再 再次 再度 重新 首次 首度 最早 先后 "
    "后 先 随后 随即 立即 立刻 马上 永远 偶尔 有时 时常 往往 终于 还 早 早已 曾在 从此 同时 暂时 长期 昨天 今天 明天 "
    "前天 后天 昨晚 今晚 将来 过去 未来 最终 最后 最初 最近 现在 现 如今 目前 后来 此后 其后 以后 以前 当时 平时 不久 总 总是 每天 每年"
)
TIMES = frozenset(_TIMES.split())
MODALS = frozenset(
    ["将", "可能", "也许", "或许", "大概", "必定", "一定", "肯定", "想必", "恐怕", "未必", "似乎", "好像"]
)
LINKS = frozenset(
    [
        "但",
        "但是",
        "而",
        "而且",
        "并",
        "并且",
        "然而",
        "不过",
        "因此",
        "所以",
        "于是",
        "此外",
        "另外",
        "则",
        "即",
        "例如",
        "比如",
        "可是",
        "因而",
        "故",
        "其中",
        "其实",
        "也",
        "亦",
        "又",
        "首先",
        "其次",
        "总之",
        "反而",
        "否则",
        "那么",
        "却",
        "同样",
        "况且",
        "何况",
        "况",
    ]
)
DEGREES = frozenset(
    [
        "很",
        "非常",
        "十分",
        "更",
        "更加",
        "最",
        "比较",
        "较",
        "完全",
        "几乎",
        "极",
        "极其",
        "太",
        "相当",
        "特别",
        "尤其",
        "稍",
        "稍微",
        "越",
        "大大",
        "彻底",
        "最为",
        "甚为",
    ]
)
FEW = frozenset(
    [
        "只",
        "仅",
        "都",
        "均",
        "共",
        "就",
        "便",
        "才",
        "主要",
        "通常",
        "一般",
        "约",
        "大约",
        "甚至",
        "基本",
        "分别",
        "至少",
        "仅仅",
        "只是",
        "全",
        "全都",
        "竟",
        "竟然",
        "究竟",
        "到底",
        "居然",
    ]
)
_TIME = re.compile(
    r"(?:年|月|日|天|时|时候|时间|时刻|期间|世纪|年代|小时|分钟|秒|星期.?|礼拜.?|周|周末|期|时代|早上|晚上|上午|下午|"
    r"中午|早晨|傍晚|夜|夜里|夜晚|凌晨|初|末|底|之际|春|夏|秋|冬|季|此后|之后|以后|之前|以前|后来|目前|现在|如今|最近|"
    r"最初|最终|最后|不久|今|现|其后|过去|未来|将来|当初|平时|其间|昨晚|今晚)$"
)
_NO_TIME = re.compile(r"(?:生日|节日|春天气|明月|节目|几天气)$")


def is_time(word: str) -> bool:
    """Whether a noun tells a time."""
    return word in TIMES or (_TIME.search(word) is not None and not _NO_TIME.search(word))


def adverb_role(word: str, tag: str) -> str:
    """The role of a word that modifies a verb."""
    if word in NEGATIONS:
        return "ARGM-NEG"
    for words, label in (
        (MODALS, "ARGM-MOD"), (TIMES, "ARGM-TMP"), (LINKS, "ARGM-DIS"), (DEGREES, "ARGM-EXT"), (FEW, "ARGM-ADV"),
    ):  # fmt: skip
        if word in words:
            return label
    if is_time(word):
        return "ARGM-TMP"
    if tag in ("NOUN", "NUM"):
        return "ARGM-EXT"
    return "ARGM-MNR" if len(word) > 1 or tag == "ADJ" else "ARGM-ADV"


def phrase_role(preposition: str, time: bool) -> str | None:
    """The role of a phrase by its preposition, and by whether it tells a time."""
    label = COVERBS.get(preposition)
    if time and label in ("ARGM-LOC", "ARGM-DIR", "ARGM-ADV"):
        return "ARGM-TMP"
    if label == "ARGM-TMP" and not time:
        return "ARGM-DIR" if preposition in ("自", "至") else label
    return label


def clause_role(marks: list[str]) -> str | None:
    """The role of a clause by the words that mark it."""
    return next((MARKED[word] for word in marks if word in MARKED), None)
