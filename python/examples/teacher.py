"""Who wins, by which move, and why."""

import grundy

position = grundy.solve("kayles(12) + nim(5)")
print(position.value, position.outcome, [str(move) for move in position.winning_moves])
print(position.explain())
nim3 = grundy.Game("nim3(n) -> nim3(n-1) | nim3(n-2) | nim3(n-3)")
print(nim3.table(16))
