"""Values by the million, a proved period with its certificate, a survey."""

import collections
import tempfile
from pathlib import Path

import grundy

kayles = grundy.heap("0.77")
values = kayles.values(1_000_000)
print(values.dtype, values.max())
period = kayles.period()
print(period.status, period.period, period.preperiod)
with tempfile.TemporaryDirectory() as folder:
    certificate = Path(folder) / "kayles.cert"
    period.certificate(certificate)
    print(grundy.verify(certificate))
print(collections.Counter(row["status"] for row in grundy.survey(digits=2, to=2**12)))
