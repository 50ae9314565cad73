// The course: each chapter with its words in both languages, live examples and three positions to win.

export interface Live {
  expr: string;
  what: "position" | "xor" | "mex" | "graph" | "rows" | "table";
}

interface Words {
  title: string;
  /** Paragraphs; `code` in backquotes. A number in braces is the place of a live example. */
  text: string[];
}

export interface Chapter {
  id: string;
  en: Words;
  "zh-Hant": Words;
  live: Live[];
  /** Positions that the player to move wins. */
  win: string[];
}

export const COURSE: Chapter[] = [
  {
    id: "nim",
    en: {
      title: "Nim and XOR",
      text: [
        "Nim is played with heaps of stones. A move takes any number of stones, at least one, from a single heap. Who cannot move loses.",
        "With one heap you take it all. With two equal heaps you lose if you have to move: whatever is taken from one, the opponent takes from the other. What about more?",
        "Write each heap in binary and look at the columns. The XOR has a 1 in a column where the number of ones is odd.",
        "{0}",
        "Bouton's theorem (1901): the player to move loses if and only if the XOR is 0. From XOR 0 every move changes one heap, so it breaks some column. From another XOR there is always a heap with a 1 in the highest odd column: change that heap so that every column is even again. That makes it smaller, so it is a legal move.",
        "Try your own heaps:",
        "{1}",
      ],
    },
    "zh-Hant": {
      title: "Nim 與 XOR",
      text: [
        "Nim 用幾堆石子來玩。每一步從某一堆拿走任意多顆，至少一顆。不能走的人輸。",
        "只有一堆時，全部拿走就贏。有兩堆一樣多時，輪到的人會輸：他從一堆拿多少，對手就從另一堆拿多少。更多堆呢？",
        "把每一堆寫成二進位，再看每一行。某一行有奇數個 1 時，XOR 在那一行就是 1。",
        "{0}",
        "Bouton 定理（1901）：輪到的人會輸，若且唯若 XOR 為 0。從 XOR 0 出發，任何一步都只改變一堆，所以一定打亂某一行。若 XOR 不是 0，一定有一堆在最高的奇數行上是 1：把那一堆改成讓每一行都恢復偶數。這會讓那一堆變小，所以是合法的一步。",
        "試試你自己的石子堆：",
        "{1}",
      ],
    },
    live: [
      { expr: "nim(3) + nim(5) + nim(6)", what: "xor" },
      { expr: "nim(1) + nim(4) + nim(7)", what: "xor" },
    ],
    win: ["nim(3) + nim(5)", "nim(1) + nim(2) + nim(4)", "nim(3) + nim(5) + nim(7)"],
  },
  {
    id: "mex",
    en: {
      title: "mex: a value for every position",
      text: [
        "Other games than Nim also get numbers. A position without a move has value 0. Any other position gets the least number that none of its moves reaches: the mex, the minimum excluded value.",
        "Take 1, 3 or 4 stones from a heap. From 5 stones the moves lead to 4, 2 and 1 stones.",
        "{0}",
        "The ladder shows which values the moves reach; the gap is the mex. A position of value 0 is lost for the player to move: no move reaches another 0. A position of another value is won: some move reaches 0.",
        "Here are all positions of a heap, each with its value:",
        "{1}",
      ],
    },
    "zh-Hant": {
      title: "mex：每個局面都有值",
      text: [
        "不只 Nim，別的遊戲也能得到數字。不能走的局面值為 0。其他局面的值，是它的任何一步都到不了的最小數：mex，即最小排除值。",
        "從一堆石子拿 1、3 或 4 顆。有 5 顆時，走一步會剩 4、2 或 1 顆。",
        "{0}",
        "梯子顯示走一步能到達哪些值；缺口就是 mex。值為 0 的局面，輪到的人會輸：沒有一步能到達另一個 0。值不為 0 的局面會贏：總有一步能到達 0。",
        "這是一堆石子的所有局面和它們的值：",
        "{1}",
      ],
    },
    live: [
      { expr: "take{1,3,4}(5)", what: "mex" },
      { expr: "take{1,3,4}(7)", what: "graph" },
    ],
    win: ["take{1,2,3}(10)", "take{1,3,4}(12)", "take{1,2,3}(9) + take{1,2,3}(4)"],
  },
  {
    id: "theorem",
    en: {
      title: "The theorem, and why it holds",
      text: [
        "Put several games side by side; a move is a move in one of them. Sprague (1935) and Grundy (1939): a position of value g behaves in every sum like a Nim heap of g stones. So the value of a sum is the XOR of the values.",
        "{0}",
        "Why? Let a sum have XOR 0. A move changes the value of one part, since no move leads to the same value: the mex is missing among the options. So the XOR is no longer 0.",
        "Let the XOR be x, not 0. In some part of value g, g XOR x is smaller than g. The mex says that every smaller value is reached by a move: take the move to the value g XOR x, and the XOR is 0.",
        "So exactly the sums with XOR 0 are lost, as in Nim. Some moves may lead to a larger value than g; the opponent can take that back at once, because from the larger value a move reaches g again.",
      ],
    },
    "zh-Hant": {
      title: "定理，以及它為什麼成立",
      text: [
        "把幾個遊戲並排放，每一步只走其中一個。Sprague（1935）與 Grundy（1939）：值為 g 的局面，在任何和裡都像一堆 g 顆石子的 Nim。所以和的值就是各值的 XOR。",
        "{0}",
        "為什麼？設和的 XOR 為 0。走一步會改變某一部分的值，因為沒有一步能到達相同的值：mex 不在它的選項之中。所以 XOR 不再是 0。",
        "設 XOR 為 x，不是 0。總有某一部分，它的值 g 滿足 g XOR x 小於 g。mex 的意思是每個更小的值都有一步能到達：走到值 g XOR x，XOR 就變成 0。",
        "所以輸的局面恰好是 XOR 為 0 的和，和 Nim 一樣。有些步會讓值變得比 g 大；對手可以馬上收回，因為從更大的值總有一步能回到 g。",
      ],
    },
    live: [{ expr: "kayles(5) + nim(3) + take{1,2,3}(6)", what: "xor" }],
    win: ["kayles(3) + nim(2)", "kayles(5) + take{1,2,3}(6)", "grundy(5) + nim(3)"],
  },
  {
    id: "split",
    en: {
      title: "Games that split",
      text: [
        "In Kayles a move knocks down one pin or two neighbouring ones. A row may fall into two rows, and then the position is a sum: its value is the XOR of both.",
        "{0}",
        "For the first move in a row there is a trick: knock down the middle, one pin or two, and two equal rows are left. Their XOR is 0; from then on do in one row what the opponent does in the other.",
        "In Grundy's game a move splits a heap into two heaps of different sizes. Heaps of 1 and 2 cannot be split. Nobody knows whether its values are periodic; millions of them were computed.",
        "{1}",
      ],
    },
    "zh-Hant": {
      title: "會分裂的遊戲",
      text: [
        "在 Kayles 裡，一步打倒一支或相鄰的兩支球瓶。一排可能分成兩排，這時局面就是和：值是兩邊的 XOR。",
        "{0}",
        "面對一整排，先手有個訣竅：打倒中間的一支或兩支，留下兩排一樣長的。它們的 XOR 是 0；之後對手在一排怎麼走，你就在另一排怎麼走。",
        "在 Grundy 遊戲裡，一步把一堆分成大小不同的兩堆。1 和 2 不能再分。沒有人知道它的值是否有週期；人們已算到數百萬以上。",
        "{1}",
      ],
    },
    live: [
      { expr: "kayles(4)", what: "mex" },
      { expr: "grundy(8)", what: "graph" },
    ],
    win: ["kayles(7)", "grundy(6)", "kayles(4) + kayles(6)"],
  },
  {
    id: "stairs",
    en: {
      title: "The staircase",
      text: [
        "Balls stand on the steps of a staircase. A move brings some balls from one step to the next lower one. Balls on the ground, step 0, stay there.",
        "{0}",
        "Only the odd steps count: the value is the XOR of the numbers of balls on steps 1, 3, 5 … If the opponent brings balls from an even step to an odd one, carry the same balls one step further down. If the opponent moves from an odd step, it is like taking stones from a heap.",
        "So some moves do not matter at all: they can always be answered. Many games hide a Nim in this way.",
      ],
    },
    "zh-Hant": {
      title: "階梯",
      text: [
        "階梯上放著球。一步把某一階上的幾顆球搬到下一階。到地面（第 0 階）的球就不再動。",
        "{0}",
        "只有奇數階重要：值是第 1、3、5……階球數的 XOR。若對手把球從偶數階搬到奇數階，你就把同樣的球再往下搬一階。若對手從奇數階搬走球，就像從石子堆裡拿走石子。",
        "所以有些步完全無關緊要：它們總能被抵消。許多遊戲就這樣藏著一個 Nim。",
      ],
    },
    live: [{ expr: "stairs([0, 3, 2, 4])", what: "position" }],
    win: ["stairs([0, 2, 1])", "stairs([0, 1, 2, 3])", "stairs([1, 2, 1, 4])"],
  },
  {
    id: "patterns",
    en: {
      title: "Patterns",
      text: [
        "Values often repeat. Taking 1, 2 or 3 stones gives 0 1 2 3 0 1 2 3 …: leave a multiple of 4 and you win. The values of Dawson's Kayles, the code 0.07, repeat with period 34 from heap 53 on, with a few exceptions before.",
        "{0}",
        "That a pattern holds on the values computed does not prove that it goes on. For games such as these there is a theorem (Guy and Smith, 1956): if the values repeat for long enough, they repeat for ever. Then grundy says proved, and gives a certificate that can be checked. Otherwise it says observed.",
        "With two arguments patterns become pictures. In Wythoff's game a queen goes home to the corner; the lost squares lie near two lines with the slopes of the golden ratio.",
        "{1}",
      ],
    },
    "zh-Hant": {
      title: "規律",
      text: [
        "值常常會重複。每次拿 1、2 或 3 顆的值是 0 1 2 3 0 1 2 3……：留下 4 的倍數就贏。Dawson 的 Kayles（代碼 0.07）的值從第 53 堆起以週期 34 重複，之前有少數例外。",
        "{0}",
        "規律在算過的值上成立，並不證明它會一直成立。對這類遊戲有個定理（Guy 與 Smith，1956）：若值重複得夠久，就永遠重複。這時 grundy 會說「已證明」，並給出可以檢驗的證明書。否則只說「觀察到」。",
        "有兩個參數時，規律就變成圖畫。在 Wythoff 的遊戲裡，皇后要回到角落；輸的格子靠近兩條斜率與黃金比例有關的直線。",
        "{1}",
      ],
    },
    live: [
      { expr: "0.07", what: "rows" },
      { expr: "wythoff", what: "table" },
    ],
    win: ["take{1,2,3}(21)", "0.07(8)", "wythoff(4, 6)"],
  },
  {
    id: "infinite",
    en: {
      title: "Infinite heaps",
      text: [
        "A position may have infinitely many moves and still every game ends. Then the mex may be infinite: the least ordinal that no move reaches. The first infinite one is called ω (omega), written w here: it is larger than 0, 1, 2, …",
        "In this game a heap has stones and pebbles. A move takes some pebbles, or takes a stone and leaves as many pebbles as you like. With one stone every number of pebbles can be reached, so the value is at least w.",
        "{0}",
        "The theorem holds all the same: the value of a sum is the XOR, with w, w·2, … as further digits. The game ends after finitely many moves, but nobody can say beforehand how many.",
      ],
    },
    "zh-Hant": {
      title: "無限的堆",
      text: [
        "一個局面可能有無限多種走法，但每一局仍會結束。這時 mex 可能是無限的：任何一步都到不了的最小序數。第一個無限序數叫 ω（omega），這裡寫成 w：它比 0、1、2……都大。",
        "在這個遊戲裡，一堆有石頭和卵石。一步可以拿走幾顆卵石，或拿走一顆石頭並留下任意多顆卵石。有一顆石頭時，卵石的數目可以變成任何數，所以值至少是 w。",
        "{0}",
        "定理依然成立：和的值是 XOR，只是多了 w、w·2……這些位。遊戲會在有限步內結束，但事先沒有人說得出要多少步。",
      ],
    },
    live: [{ expr: "pebbles(1, 2; K=0) + nim(3)", what: "xor" }],
    win: ["pebbles(1, 0; K=0)", "pebbles(1, 1; K=0) + nim(2)", "pebbles(1, 2; K=0) + nim(1) + nim(8)"],
  },
  {
    id: "misere",
    en: {
      title: "What misère and loops change",
      text: [
        "Under misère play who makes the last move loses. Values no longer add up: two sums with the same values may have different winners. For Nim there is still a rule. Play as usual until your move would leave only heaps of one stone; then leave an odd number of them.",
        "{0}",
        "If positions can come back, play may go on for ever and be a draw. Sometimes the loop does no harm: in Northcott's game two men stand in a row and may also step back. Going back is answered by following, so only the gap between them counts. The three heaps here are the free squares behind the left man, between the two, and behind the right man.",
        "{1}",
        "Where a position has no value, grundy says so. It never makes one up.",
      ],
    },
    "zh-Hant": {
      title: "反常規則與循環改變了什麼",
      text: [
        "在反常規則（misère）下，走最後一步的人輸。值不再能相加：值相同的兩個和，勝者可能不同。Nim 仍有規則：照平常走，直到你的下一步只會留下一顆一堆的石子；這時要留下奇數堆。",
        "{0}",
        "若局面能重現，遊戲可能永不結束而成為和局。有時循環並無妨礙：在 Northcott 的遊戲裡，一列上有兩顆棋子，也可以後退。對手後退，你就跟進，所以只有兩子之間的空格重要。這裡的三堆依次是左邊棋子後面、兩子之間、右邊棋子後面的空格。",
        "{1}",
        "局面沒有值時，grundy 會直說，絕不編造。",
      ],
    },
    live: [
      { expr: "miserenim(1) + miserenim(1) + miserenim(3)", what: "position" },
      { expr: "northcott(1, 3, 2)", what: "position" },
    ],
    win: ["miserenim(1) + miserenim(3)", "miserenim(1) + miserenim(1) + miserenim(2)", "miserenim(2) + miserenim(3) + miserenim(4)"],
  },
];
