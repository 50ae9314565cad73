//! Everything that pictures say, in each language. A sentence that one of them lacks does not compile.

use serde::{Deserialize, Serialize};

/// The language of what a picture says. What the rules call things stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Traditional Chinese.
    #[serde(rename = "zh-Hant")]
    TraditionalChinese,
}

macro_rules! sentences {
    ($($name:ident($($part:ident: $type:ty),*) $english:literal $chinese:literal;)*) => {
        impl Language {
            $(pub(crate) fn $name(self, $($part: $type),*) -> String {
                match self {
                    Language::English => format!($english),
                    Language::TraditionalChinese => format!($chinese),
                }
            })*
        }
    };
}

sentences! {
    // Positions.
    position(text: &str) "Position {text}" "局面 {text}";
    nothing_left() "no part is left" "沒有剩下的部分";
    nothing_left_sentence() "No part is left." "沒有剩下的部分。";
    more(count: usize) "… {count} more" "……還有 {count} 個";
    more_parts(count: usize) "+ {count} more" "+ 另外 {count} 個";
    and_more_parts(count: usize) "; and {count} more parts" "；另有 {count} 個部分";
    misere() " Misère play: who makes the last move loses." "反常規則：走最後一步的人輸。";
    full_stop() "." "。";
    between_parts() "; " "；";
    value(value: &str) "value {value}" "值 {value}";
    one_stone() "a heap of 1 stone" "一堆 1 顆石子";
    stones(n: &str) "a heap of {n} stones" "一堆 {n} 顆石子";
    heaps(count: usize, sizes: &str) "{count} heaps, of {sizes}" "{count} 堆，各有 {sizes}";
    row(n: &str) "a row of {n} pins" "一排 {n} 支球瓶";
    ring(n: &str) "a ring of {n} pins" "一圈 {n} 支球瓶";
    strip(squares: &str) "a strip with coins on the squares {squares}" "一條格子，硬幣在第 {squares} 格";
    stairs(balls: &str) "stairs with {balls} balls on the steps from the ground up" "階梯，從地面往上各階的球數為 {balls}";
    cells(count: usize, squares: &str) "{count} squares in a row: {squares}" "一排 {count} 格：{squares}";
    grid(x: &str, y: &str) "a token on a grid, {x} from the left and {y} from below" "方格上的棋子，離左邊 {x} 格，離下邊 {y} 格";
    bar(count: usize, lengths: &str) "{count} rows of squares, from below of length {lengths}" "{count} 列方格，從下往上的長度為 {lengths}";
    board(count: usize, lines: &str) "a board of {count} rows: {lines}" "{count} 列的棋盤：{lines}";
    tree(text: &str) "a tree on the ground, {text}" "地上的樹，{text}";
    network(nodes: usize, edges: usize) "a graph with {nodes} nodes and {edges} edges left" "圖，剩下 {nodes} 個節點與 {edges} 條邊";
    token_on(node: &str) ", the token on {node}" "，棋子在 {node}";
    empty() "empty" "空";
    covered() "covered" "已蓋";
    large_bar(count: usize, longest: &str) "{count} rows, the longest of {longest}" "{count} 列，最長 {longest}";
    large_board(rows: usize, columns: usize) "a board of {rows} × {columns}" "{rows} × {columns} 的棋盤";

    // The XOR.
    xor_title() "The XOR of the values in binary" "各值的二進位 XOR";
    nim_sum() "nim-sum" "nim 和";
    and_more(count: usize) "… and {count} more" "……另有 {count} 個";
    highest_odd() "the highest odd column" "最高的奇數行";
    xor_not_numbers() "Some values are not numbers: their nim-sum is given without columns." "有些值不是數：nim 和不分行列出。";
    xor_won(top: u32) "The highest column with an odd number of ones is that of 2^{top}: a winning move changes a part with a one there."
        "有奇數個 1 的最高一行是 2^{top}：必勝的一步改變在那裡有 1 的部分。";
    xor_lost() "Every column has an even number of ones: the player to move loses." "每一行都有偶數個 1：輪到的人會輸。";

    // The mex.
    mex_title(position: &str, value: &str) "The value of {position} is {value}" "{position} 的值是 {value}";
    mex_heading() "values of its options, from 0 up" "各選項的值，由 0 往上";
    mex_more(example: &str, count: u64) "{example}  (and {count} more)" "{example}（另有 {count} 個）";
    mex_unlisted() "an option that is not listed" "沒有列出的選項";
    mex_gap() "missing: this is the value of the position" "缺少：這就是局面的值";
    mex_free() "no option" "沒有選項";
    mex_skipped(count: usize) "{count} more values" "另有 {count} 個值";
    mex_loopy(value: &str) "Play from this position may go on for ever; its value is {value}." "從這個局面可能永遠玩下去；它的值是 {value}。";
    mex_none(value: &str) "There is no option with a number as value, so the mex is {value}." "沒有值為數的選項，所以 mex 是 {value}。";
    mex_told(values: &str, value: &str) "Its options have the values {values}; the least that is missing is {value}." "它的選項的值有 {values}；缺少的最小數是 {value}。";

    // Positions as a graph.
    graph_title(start: &str) "The positions that can be reached from {start}" "從 {start} 能到達的局面";
    graph_told(count: usize, lost: usize) "{count} positions, {lost} of them lost for the player to move (P)." "{count} 個局面，其中 {lost} 個輪到的人會輸（P）。";
    graph_rest() " There are more." "還有更多。";
    graph_cut(count: usize) "only {count} positions are shown; those with … have more moves" "只顯示 {count} 個局面；有「…」的還有別的走法";
    next_wins() "N: who moves wins" "N：輪到的人贏";
    previous_wins() "P: who moves loses" "P：輪到的人輸";
    nobody_wins() "draw: nobody can force a win" "draw：沒有人能強制獲勝";

    // Tables and sequences.
    values_of(title: &str, range: &str) "Values of {title} for {range}" "{title} 在 {range} 的值";
    range(from: u64, to: u128) "{from} to {to}" "{from} 到 {to}";
    sequence_told(count: usize, largest: u128, start: &str) "{count} values, the largest {largest}. They begin {start}." "{count} 個值，最大為 {largest}。開頭是 {start}。";
    not_plotted(count: usize) "{count} values are infinite or loopy and not in the plot" "有 {count} 個值是無限的或循環的，不在圖中";
    table_title(title: &str) "Values of {title}, the first argument down, the second to the right" "{title} 的值，第一個參數往下，第二個往右";
    rows_title(title: &str, period: u64) "Values of {title} in rows of length {period}" "{title} 的值，每列 {period} 個";
    table_cut(rows: usize, columns: usize) "only the first {rows} rows and {columns} columns are drawn" "只畫出前 {rows} 列與前 {columns} 行";
    table_told(rows: usize, columns: usize, largest: u128, zeros: usize)
        "{rows} rows and {columns} columns of values; the largest is {largest}; {zeros} are 0, where the player to move loses."
        "{rows} 列 {columns} 行的值；最大為 {largest}；其中 {zeros} 個為 0，輪到的人會輸。";
    table_part(note: &str) " Only part of the table: {note}." "表格只有一部分：{note}。";
    zero_is_lost() "0, lost for the player to move" "0，輪到的人會輸";
    one_to(largest: u128) "1 to {largest}" "1 到 {largest}";
}
