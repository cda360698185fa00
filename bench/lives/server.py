#!/usr/bin/env python3
"""Customers and their invoices, as openapi.yaml states them. In memory, standard library only.

PORT     the port, on 127.0.0.1
TOKEN    the one bearer token (default: fresh-lives)
VARIANT  the name of one variant of variants.yaml (empty: none); an unknown name ends the server
"""
import copy, datetime, hashlib, json, math, os, re, struct, sys, threading, time, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

VARIANT = os.environ.get("VARIANT", "")
TOKEN = os.environ.get("TOKEN", "fresh-lives")
PORT = int(os.environ.get("PORT", "8080"))
LOCK = threading.RLock()
LAG = 0.8                       # seconds, of the eventual variants

def v(*names):
    return VARIANT in names

class Reply(Exception):
    def __init__(self, status, body=None, headers=None):
        self.status, self.body, self.headers = status, body, headers or {}

def problem(status, text, field=None):
    return Reply(status, {"error": text, "field": field} if field else {"error": text})

def reject(text, field=None):
    return problem(400 if v("rejects-400") else 422, text, field)

# ---------------------------------------------------------------- clock and ids

_last = [0]
def now():
    """Strictly growing, in microseconds."""
    t = max(int(time.time() * 1e6), _last[0] + 1)
    _last[0] = t
    return t

def stamp(us):
    d = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=us)
    if v("timestamps-seconds"):
        return d.strftime("%Y-%m-%dT%H:%M:%SZ")
    if v("timestamps-millis"):
        return d.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (d.microsecond // 1000)
    if v("timestamps-offset"):
        return d.strftime("%Y-%m-%dT%H:%M:%S.%f") + "+00:00"
    return d.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

CUS, INV = [], []               # the stores
GRAVE, CGRAVE = [], []          # what was deleted
NEXT = [1001]
HIST, CHIST = [], []            # (time, copy of the store): the eventual variants
CACHE = {}

def new_id():
    if v("ids-reused-after-delete"):
        return max([i["id"] for i in INV], default=1000) + 1
    if v("ids-gaps"):
        NEXT[0] += 997
        return NEXT[0]
    if v("id-duplicate") and FLAGS.get("made", 0) % 2 == 0 and any(i["id"] == NEXT[0] - 1 for i in INV):
        return NEXT[0] - 1
    n = NEXT[0]
    NEXT[0] += 1
    return n

FLAGS = {}

# ---------------------------------------------------------------- what a request may hold

DT = re.compile(r"^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$")

def instant(s):
    s = re.sub(r"\.(\d{1,6})\d*", lambda m: "." + m.group(1).ljust(6, "0"), s.upper())
    return datetime.datetime.fromisoformat(s)

def text(lo, hi, pattern=None):
    def check(x):
        if not isinstance(x, str): return "is no text"
        if re.search("[\ud800-\udfff]", x): return "has half of a character"
        if len(x) < lo: return "is too short"
        if len(x) > hi: return "is too long"
        if pattern and not re.search(pattern, x): return "has the wrong form"
    return check

def number(lo, hi, whole=False):
    def check(x):
        if isinstance(x, bool) or not isinstance(x, (int, float)): return "is no number"
        if isinstance(x, float) and not math.isfinite(x): return "is no number"
        if whole and x != int(x): return "is no whole number"
        if x < lo: return "is too small"
        if x > hi: return "is too large"
    return check

def moment(x):
    if not isinstance(x, str) or not DT.match(x): return "is no date-time"
    try: instant(x)
    except ValueError: return "is no date-time"

def one_of(*values):
    return lambda x: None if isinstance(x, str) and x in values else "is none of " + ", ".join(values)

def flag(x):
    return None if isinstance(x, bool) else "is no boolean"

def labels(x):
    if not isinstance(x, list): return "is no list"
    if len(x) > 6: return "has too many items"
    for one in x:
        e = text(1, 20)(one)
        if e: return "has an item that " + e

def contact(part):
    def check(x):
        if not isinstance(x, dict): return "is no object"
        if "name" not in x:
            if not part: return "has no name"
        elif text(1, 80)(x["name"]): return "has a name that " + text(1, 80)(x["name"])
        if x.get("phone") is not None and text(0, 30)(x["phone"]):
            return "has a phone that " + text(0, 30)(x["phone"])
    return check

STATUS = ("Draft", "Sent", "Paid", "Void")
TIER = ("Basic", "Plus", "Premier")
INVOICE = {                     # name: (check, nullable, default)
    "reference": (text(3, 24, r"^[A-Za-z0-9-]+$"), False, None),
    "title": (text(1, 160), False, None),
    "memo": (text(0, 500), True, None),
    "amount": (number(0, 1000000), False, None),
    "discount": (number(0, 100, True), False, 5),
    "reminders": (flag, False, True),
    "status": (one_of(*STATUS), False, None),
    "due_at": (moment, False, None),
    "paid_at": (moment, True, None),
    "priority": (number(1, 9, True), True, None),
    "labels": (labels, False, []),
    "contact": (contact(False), False, None),
    "approval_pin": (text(4, 12), False, None),
}
INVOICE_NEEDS = ("reference", "title", "amount", "status", "due_at")
CUSTOMER = {
    "name": (text(1, 80), False, None),
    "email": (text(3, 120, r"^[^@\s]+@[^@\s]+$"), True, None),
    "tier": (one_of(*TIER), False, "Basic"),
    "credit_limit": (number(0, 1000000), True, None),
    "access_code": (text(8, 40), False, None),
}
CUSTOMER_NEEDS = ("name",)
READONLY = ("id", "customer_id", "created_at", "updated_at", "version")

def errors(body, spec, needs, part=False):
    out = []
    if not isinstance(body, dict):
        return [("", "the body is no object")]
    if not part:
        out += [(n, "is missing") for n in needs if n not in body]
    for n, x in body.items():
        if n not in spec:
            if n in READONLY:
                if v("readonly-rejected"): out.append((n, "is read only"))
            elif v("unknown-fields-rejected"):
                out.append((n, "is unknown"))
            continue
        check, nullable, _ = spec[n]
        if x is None:
            if not nullable: out.append((n, "may not be null"))
            continue
        if n == "contact" and part: check = contact(True)
        e = check(x)
        if e: out.append((n, e))
    return out

# ---------------------------------------------------------------- storing

def keep(n, x):
    """What the store makes of one accepted field."""
    if isinstance(x, str):
        if n == "title":
            if v("text-cut-title"): return x[:100]
            if v("text-html-escaped"): return x.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            if v("text-title-cased"): return x[:1].upper() + x[1:].lower()
        if n == "memo":
            if v("text-cut-memo"): return x[:255]
            if v("text-cut-at-emoji"): return re.split("[\U00010000-\U0010ffff]", x)[0]
            if v("text-empty-null") and x == "": return None
            if v("text-newlines-joined"): return x.replace("\n", " ")
        if n in ("title", "memo"):
            if v("text-nonascii-question"): return x.encode("ascii", "replace").decode()
            if v("text-trimmed"): return x.strip() or x
        if n == "reference" and v("reference-upper"): return x.upper()
        if n == "status":
            if v("enum-void-as-draft") and x == "Void": return "Draft"
        if n in ("due_at", "paid_at"):
            if v("zone-lost"): return re.sub(r"([Zz]|[+-]\d\d:\d\d)$", "Z", x)
            if v("due-at-day-only") and n == "due_at": return re.sub(r"[Tt]\d\d:\d\d:\d\d(\.\d+)?", "T00:00:00", x)
            if v("date-times-utc"):
                return instant(x).astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
            if v("seconds-lost"): return re.sub(r"([Tt]\d\d:\d\d):\d\d(\.\d+)?", r"\1:00", x)
    if isinstance(x, (int, float)) and not isinstance(x, bool):
        if n == "amount":
            if v("number-whole"): return int(x)
            if v("number-one-decimal", "echo-not-reading"): return round(x, 1)
            if v("number-float32"): return struct.unpack("f", struct.pack("f", x))[0]
        if n == "discount" and v("default-over-zero") and x == 0: return 5
        if n == "credit_limit" and v("customer-limit-whole"): return int(x)
    if n == "reminders" and v("default-over-false"): return True
    if n == "labels":
        if v("labels-sorted"): return sorted(x)
        if v("labels-last-lost") and len(x) > 1: return x[:-1]
        return list(x)
    if n == "contact":
        c = {"name": x.get("name"), "phone": x.get("phone")}
        if v("contact-phone-lost"): c["phone"] = None
        return c
    if n == "tier" and v("customer-tier-basic"): return "Basic"
    if n == "email" and v("email-lowercased") and x: return x.lower()
    return x

def fill(body, spec):
    rec = {}
    for n, (_, _, default) in spec.items():
        if n in body:
            rec[n] = keep(n, body[n])
        elif default is not None:
            rec[n] = copy.copy(default)
            if n == "discount" and v("default-other"): rec[n] = 0
            if n in ("discount", "reminders", "labels") and v("defaults-absent"): del rec[n]
        elif spec is INVOICE and n in ("contact", "approval_pin") or n == "access_code":
            pass
        else:
            rec[n] = None
    if v("unknown-stored"):
        for n, x in body.items():
            if n not in spec and n not in READONLY and re.match(r"^[A-Za-z]\w*$", n): rec[n] = x
    return rec

def etag(rec):
    n = rec["_etag"] if v("etag-unchanged") else rec["version"]
    if v("etags-weak"): return 'W/"%d-%d"' % (rec["id"], n)
    if v("etags-hash"):
        return '"%s"' % hashlib.sha256(("%d/%d" % (rec["id"], n)).encode()).hexdigest()[:20]
    return '"%d-%d"' % (rec["id"], n)

def render(rec, listed=False):
    if listed and "_listed" in rec: rec = rec["_listed"]
    out = {}
    for n in ("id", "customer_id"):
        if n in rec: out[n] = rec[n]
    for n, x in rec.items():
        if n.startswith("_") or n in READONLY: continue
        if n in ("approval_pin", "access_code") and not v("write-only-shown"): continue
        out[n] = copy.deepcopy(x)
    out["created_at"] = stamp(rec["created_at"])
    if "version" in rec:
        out["updated_at"] = stamp(rec["updated_at"])
        out["version"] = rec["version"]
        if v("enum-lowercased"): out["status"] = out["status"].lower()
        if listed and v("listed-title-cut"): out["title"] = out["title"][:20]
        if listed and v("listed-amount-zero") and "_seed" not in rec: out["amount"] = 0
        if listed and v("listing-light"):
            for n in ("memo", "contact", "labels", "paid_at"): out.pop(n, None)
        if v("number-form"): out["amount"] = float(out["amount"])
    if v("nulls-omitted"): out = {n: x for n, x in out.items() if x is not None}
    if v("extra-fields"):
        out["_links"] = {"self": path_of(rec)}
        out["etag_hint"] = "x%d" % rec.get("version", 0)
    if v("keys-reversed"): out = dict(reversed(list(out.items())))
    return out

def path_of(rec):
    if "customer_id" in rec: return "/customers/%s/invoices/%d" % (rec["customer_id"], rec["id"])
    return "/customers/" + rec["id"]

def changed():
    """After every change: the copies that the eventual variants read."""
    if v("eventual-all", "eventual-listing"):
        for h, store in ((HIST, INV), (CHIST, CUS)):
            h.append((time.time(), copy.deepcopy(store)))
            while len(h) > 1 and h[1][0] < time.time() - LAG: h.pop(0)

def seen(store, hist):
    out = []
    for t, s in hist:
        if t <= time.time() - LAG or not out: out = s
    return out if hist else store

def find_customer(cid):
    if v("customer-ids-upper"): cid = cid.upper()
    for c in CUS:
        if c["id"] == cid: return c

def need_customer(cid):
    c = find_customer(cid)
    if c: return c
    if v("bad-id-500") and not re.match(r"^[0-9a-fA-F-]{36}$", cid): raise problem(500, "invalid input syntax for type uuid")
    if v("bad-id-422") and not re.match(r"^[0-9a-fA-F-]{36}$", cid): raise problem(422, "is no uuid", "customerId")
    if v("gone-410") and any(c["id"] == cid for c in CGRAVE): raise problem(410, "the customer is gone")
    raise problem(404, "no such customer")

def number_of(iid):
    if re.match(r"^(0|[1-9][0-9]{0,17})$", iid): return int(iid)
    if v("bad-id-500"): raise problem(500, "invalid input syntax for type bigint")
    if v("bad-id-422"): raise problem(422, "is no whole number", "invoiceId")
    if v("bad-id-prefix"):
        m = re.match(r"^\d{1,17}", iid)
        if m: return int(m.group())
    raise problem(404, "no such invoice")

def find(cid, n, any_parent=False):
    for i in INV:
        if i["id"] == n and (any_parent or i["customer_id"] == cid): return i

def need(cid, iid, any_parent=False):
    n = number_of(iid)
    i = find(cid, n, any_parent)
    if i: return i
    if v("gone-410") and any(g["id"] == n and g["customer_id"] == cid for g in GRAVE): raise problem(410, "the invoice is gone")
    raise problem(404, "no such invoice")

def neighbour(rec):
    same = sorted((i for i in INV if i["customer_id"] == rec["customer_id"] and i is not rec), key=lambda i: i["id"])
    for i in same:
        if i["id"] > rec["id"]: return i
    return same[-1] if same else None

def match(rec, req, method):
    h = req.headers.get("If-Match")
    if h is None: return
    if h.strip() == "*":
        if v("if-match-star-rejected"): raise problem(412, "another version")
        return
    tags = [t.strip() for t in h.split(",")]
    good = etag(rec) in tags
    if v("current-if-match-rejected") and good: raise problem(412, "another version")
    if good: return
    if v("stale-if-match-accepted") and method != "DELETE": return
    if v("stale-delete-accepted") and method == "DELETE": return
    if v("stale-412-applied") and method in ("PATCH", "PUT"):
        b = req.json()
        if isinstance(b, dict) and not errors(b, INVOICE, (), True): apply(rec, b); touch(rec)
    if v("stale-412-deleted") and method == "DELETE": bury(rec)
    changed()
    raise problem(412, "another version")

def touch(rec):
    if not v("version-not-increased"): rec["version"] += 37 if v("version-jumps") else 1
    if not v("updated-at-unchanged"): rec["updated_at"] = now()
    if v("updated-at-before-created"): rec["updated_at"] = rec["created_at"] - 3600 * 10**6
    if v("updated-at-in-the-future"): rec["updated_at"] = now() + 7200 * 10**6

def apply(rec, body):
    """The merge."""
    for n, x in body.items():
        if n not in INVOICE:
            if v("unknown-stored") and n not in READONLY and re.match(r"^[A-Za-z]\w*$", n): rec[n] = x
            continue
        if x is None and v("patch-ignores-null"): continue
        if x in (0, False, "") and v("patch-ignores-falsy"): continue
        if n == "priority" and v("patch-ignores-priority"): continue
        if n == "due_at" and v("patch-ignores-due-at"): continue
        if n == "labels" and v("patch-appends-labels"): x = (rec.get("labels", []) + x)[:6]
        if n == "contact" and isinstance(x, dict):
            old = {"name": "-", "phone": None} if v("patch-replaces-contact") else rec.get("contact") or {}
            if "name" not in x and not old.get("name"): raise reject("has no name", "contact")
            x = {**old, **x}
        rec[n] = keep(n, x)

def bury(rec):
    INV[:] = [i for i in INV if i is not rec]
    GRAVE.append(rec)

def add(cid, body):
    FLAGS["made"] = FLAGS.get("made", 0) + 1
    t = now()
    rec = {"id": new_id(), "customer_id": cid, **fill(body, INVOICE), "created_at": t, "updated_at": t,
           "version": 0 if v("version-from-zero") else 1, "_etag": 1, "_born": time.time()}
    INV.append(rec)
    return rec

# ---------------------------------------------------------------- operations

def create_customer(req):
    body = req.json()
    bad = errors(body, CUSTOMER, CUSTOMER_NEEDS)
    if bad:
        if v("rejected-customer-stored") and isinstance(body, dict):
            good = {n: x for n, x in body.items() if n not in dict(bad)}
            CUS.append({"id": str(uuid.uuid4()), **fill({"name": "unnamed", **good}, CUSTOMER), "created_at": now()})
        changed()
        raise reject(bad[0][1], bad[0][0])
    rec = {"id": str(uuid.uuid4()), **fill(body, CUSTOMER), "created_at": now()}
    if v("customer-ids-upper"): rec["id"] = rec["id"].upper()
    if v("customer-id-again") and FLAGS.get("cid"):
        rec["id"] = FLAGS["cid"]
        CUS[:] = [c for c in CUS if c["id"] != rec["id"]]
    FLAGS["cid"] = rec["id"]
    if not v("customer-lost"): CUS.append(rec)
    changed()
    raise Reply(201, render(rec), {} if v("no-location") else {"Location": path_of(rec)})

def read_customer(req, cid):
    if v("unknown-customer-200") and not find_customer(cid): raise Reply(200, {})
    c = need_customer(cid)
    if v("eventual-all"):
        c = next((x for x in seen(CUS, CHIST) if x["id"] == c["id"]), None)
        if not c: raise problem(404, "no such customer")
    if v("read-moves-customer"):
        CUS.remove(c); CUS.append(c)
    raise Reply(200, render(c))

def list_customers(req):
    q = req.query(("skip", "take", "sort", "tier"))
    rows = list(seen(CUS, CHIST) if v("eventual-all", "eventual-listing") else CUS)
    if v("customer-still-listed"): rows += CGRAVE
    rows = [c for c in rows if c["id"] not in FLAGS.get("hidden", ())]
    if v("customers-newest-first"): rows.reverse()
    raise page(req, rows, q, ("tier",), ("name", "created_at"))

def delete_customer(req, cid):
    if v("delete-customer-again-204") and any(c["id"] == cid for c in CGRAVE): raise Reply(204)
    c = need_customer(cid)
    if v("customer-still-readable"):
        FLAGS.setdefault("hidden", set()).add(c["id"])
    if v("delete-customer-another"):
        other = next((x for x in CUS if x is not c), None)
        if other:
            INV[:] = [i for i in INV if i["customer_id"] != other["id"]]
    if not v("customer-still-readable"):
        CUS[:] = [x for x in CUS if x is not c]
    CGRAVE.append(c)
    for i in [i for i in INV if i["customer_id"] == c["id"]]:
        if not v("delete-customer-orphans"): bury(i)
    changed()
    raise Reply(200, render(c)) if v("delete-200-body", "soft-delete") else Reply(204)

def create_invoice(req, cid):
    if v("unknown-parent-create") and not find_customer(cid) and re.match(r"^[0-9a-f-]{36}$", cid):
        c = {"id": cid}
    else:
        c = need_customer(cid)
    cid = c["id"]
    body = req.json()
    bad = errors(body, INVOICE, INVOICE_NEEDS)
    if bad:
        if v("rejected-create-stored") and isinstance(body, dict):
            good = {n: x for n, x in body.items() if n not in dict(bad)}
            add(cid, {"reference": "none", "title": "untitled", "amount": 0, "status": "Draft",
                      "due_at": "2026-01-01T00:00:00Z", **good})
        changed()
        raise reject(bad[0][1], bad[0][0])
    if v("created-drops-priority"): body = {**body, "priority": None}
    if v("created-drops-memo"): body = {**body, "memo": None}
    rec = add(cid, body)
    if v("created-not-readable", "created-not-listed"): rec["_hide"] = True
    if v("created-listed-twice"): rec["_twice"] = True
    rec["_status"] = None if v("filter-misses-created") else rec["status"]
    rec["_amount"], rec["_title"] = rec["amount"], rec["title"]
    if v("delete-resurrected") and GRAVE:
        INV.append(GRAVE.pop())
    if v("others-write"):
        add(cid, {"reference": "other-%d" % rec["id"], "title": "written by another client", "amount": 1,
                  "status": "Draft", "due_at": "2026-01-01T00:00:00Z"})
    if v("listing-stale-updates"): rec["_listed"] = copy.deepcopy(rec)
    out = render(rec)
    loc = path_of(rec)
    if v("created-other-parent"):
        other = next((x for x in CUS if x["id"] != cid), None)
        if other: rec["customer_id"] = other["id"]
    if v("created-lost"): INV.remove(rec)
    if v("echo-not-reading"): out["amount"] = body["amount"]
    if v("echo-memo-null"): out["memo"] = None
    if v("echo-status-draft"): out["status"] = "Draft"
    if v("location-wrong"): loc = "/customers/%s/invoices/%d" % (cid, rec["id"] + 1)
    if v("created-id-wrong"): out["id"] = rec["id"] + 100000
    changed()
    h = {"ETag": etag(rec)}
    if not v("no-location"): h["Location"] = loc
    raise Reply(201, out, h)

def read_invoice(req, cid, iid):
    if v("delete-customer-orphans") and not find_customer(cid):
        i = find(cid, number_of(iid))
        if i: raise Reply(200, render(i), {"ETag": etag(i)})
    c = need_customer(cid)
    cid = c["id"]
    n = number_of(iid)
    i = find(cid, n, v("read-wrong-parent"))
    if not i and v("delete-still-readable"):
        i = next((g for g in GRAVE if g["id"] == n and g["customer_id"] == cid), None)
    if not i:
        if v("unknown-null"): raise Reply(200, None, {"Content-Type": "application/json"})
        if v("unknown-empty-object"): raise Reply(200, {})
        if v("unknown-first"):
            i = next((x for x in INV if x["customer_id"] == cid), None) or (INV and INV[0])
            if i: raise Reply(200, render(i), {"ETag": etag(i)})
        if v("unknown-error-200"): raise Reply(200, {"error": "no such invoice"})
        i = need(cid, iid)
    if v("created-not-readable") and i.get("_hide"): raise problem(404, "no such invoice")
    if v("eventual-create") and time.time() - i["_born"] < LAG: raise problem(404, "no such invoice")
    if v("eventual-all"):
        i = next((x for x in seen(INV, HIST) if x["id"] == n and x["customer_id"] == cid), None)
        if not i: raise problem(404, "no such invoice")
    if v("read-bumps-version"): i["version"] += 1
    out, tag = render(i), etag(i)
    if v("read-sends-draft") and i["status"] == "Draft": i["status"] = "Sent"
    if v("read-due-at-shifted"):
        d = instant(out["due_at"]) + datetime.timedelta(hours=1)
        out["due_at"] = d.isoformat().replace("+00:00", "Z")
    if v("read-memo-missing"): out["memo"] = None
    if v("read-etag-other"): tag = '"read-%d"' % now()
    raise Reply(200, out, {"ETag": tag})

def list_invoices(req, cid):
    q = req.query(("skip", "take", "sort", "status", "reference"))
    if v("unknown-parent-empty") and not find_customer(cid):
        raise Reply(200, {"records": [], "total": 0, "skip": q["skip"], "take": q["take"]})
    cid = need_customer(cid)["id"]
    store = seen(INV, HIST) if v("eventual-all", "eventual-listing") else INV
    rows = [i for i in store if i["customer_id"] == cid and not (v("created-not-listed") and i.get("_hide"))]
    rows += [i for i in rows if i.get("_twice")]
    if v("delete-still-listed") or v("filter-finds-deleted") and (q["status"] or q["reference"]):
        rows += [g for g in GRAVE if g["customer_id"] == cid]
    rows.sort(key=lambda i: i["id"])
    if v("listing-cached"):
        if req.path in CACHE: raise CACHE[req.path]
    r = page(req, rows, q, ("status", "reference"), ("title", "amount", "due_at", "created_at"))
    if v("total-not-grown"):
        r.body["total"] = sum(1 for i in rows if "_seed" in i and all(q[f] is None or i[f] == q[f] for f in ("status", "reference")))
    if v("delete-still-total"):
        r.body["total"] += sum(1 for g in GRAVE if g["customer_id"] == cid and all(q[f] is None or g[f] == q[f] for f in ("status", "reference")))
    if v("listing-cached"): CACHE[req.path] = r
    raise r

def page(req, rows, q, filters, sorts):
    for f in filters:
        if q[f] is None: continue
        if f == "status" and v("filter-misses-created", "filter-old-value"):
            rows = [r for r in rows if r.get("_status", r["status"]) == q[f]]
        else:
            rows = [r for r in rows if (r.get("_listed") or r)[f] == q[f]]
    s = q["sort"]
    if s is not None:
        k = s.lstrip("-")
        if k not in sorts or s.count("-") > 1: raise reject("is no sortable", "sort")
        def key(r):
            r = r.get("_listed") or r
            if v("sort-ignores-updates") and "_" + k in r: return r["_" + k]
            return instant(r[k]) if k == "due_at" else r[k]
        rows = sorted(rows, key=key, reverse=s.startswith("-"))
    part = rows[q["skip"]:q["skip"] + q["take"]]
    return Reply(200, {"records": [render(r, True) for r in part], "total": len(rows), "skip": q["skip"], "take": q["take"]})

def replace_invoice(req, cid, iid):
    cid = need_customer(cid)["id"]
    n = number_of(iid)
    rec = find(cid, n)
    if rec is None and v("unknown-put-lost"):
        body = req.json()
        bad = errors(body, INVOICE, INVOICE_NEEDS)
        if bad: raise reject(bad[0][1], bad[0][0])
        t = now()
        r = {"id": n, "customer_id": cid, **fill(body, INVOICE), "created_at": t, "updated_at": t, "version": 1, "_etag": 1}
        raise Reply(200, render(r), {"ETag": etag(r)})
    if rec is None and v("put-creates-unknown") and not find(cid, n, True):
        body = req.json()
        bad = errors(body, INVOICE, INVOICE_NEEDS)
        if bad: raise reject(bad[0][1], bad[0][0])
        if req.headers.get("If-Match"): raise problem(412, "there is no version")
        rec = add(cid, body)
        rec["id"] = n
        NEXT[0] = max(NEXT[0], n + 1)
        changed()
        raise Reply(201, render(rec), {"ETag": etag(rec), "Location": path_of(rec)})
    if rec is None: rec = need(cid, iid)
    match(rec, req, "PUT")
    body = req.json()
    bad = errors(body, INVOICE, INVOICE_NEEDS)
    if bad:
        if v("rejected-put-applied") and isinstance(body, dict):
            apply(rec, {n: x for n, x in body.items() if n not in dict(bad) and n != "contact"}); touch(rec)
        if v("rejected-put-deletes"): bury(rec)
        changed()
        raise reject(bad[0][1], bad[0][0])
    old = copy.deepcopy(rec)
    new = fill(body, INVOICE)
    if v("put-keeps-optional"):
        for n in INVOICE:
            if n not in body and n in old: new[n] = old[n]
    if v("put-merges-labels") and "labels" in body:
        new["labels"] = list(dict.fromkeys(old.get("labels", []) + body["labels"]))
    if v("put-null-kept"):
        for n in ("memo", "priority", "paid_at"):
            if n in body and body[n] is None: new[n] = old[n]
    if v("put-ignores-due-at"): new["due_at"] = old["due_at"]
    if v("put-ignores-reference"): new["reference"] = old["reference"]
    if v("put-ignores-amount"): new["amount"] = old["amount"]
    if v("noop-keeps-version") and all(new.get(n) == old.get(n) for n in INVOICE):
        raise Reply(200, render(rec), {"ETag": etag(rec)})
    for n in INVOICE: rec.pop(n, None)
    if v("listing-follows-put-only"): rec.pop("_listed", None)
    rec.update(new)
    touch(rec)
    if v("put-changes-created-at"): rec["created_at"] = rec["updated_at"]
    if v("put-resets-version"): rec["version"] = 1
    if v("put-changes-id"): rec["id"] = new_id()
    if v("put-inserts-copy"): INV.append({**copy.deepcopy(rec), "id": new_id()})
    if v("put-neighbour"):
        o = neighbour(rec)
        if o: o["amount"] = rec["amount"]
    if v("put-twice-appends") and rec.get("memo"):
        FLAGS.setdefault("put", {})
        k = (rec["id"], rec["memo"])
        FLAGS["put"][k] = FLAGS["put"].get(k, 0) + 1
        if FLAGS["put"][k] > 1: rec["memo"] = (rec["memo"] + " (%d)" % FLAGS["put"][k])[:500]
    out = render(rec)
    tag = etag(rec)
    if v("put-response-only"):
        rec.clear(); rec.update(old); touch(rec)
    if v("put-response-old"):
        out = {**render(old), "updated_at": out["updated_at"], "version": out["version"]}
    if v("etag-response-old"): tag = etag(old)
    changed()
    raise Reply(201 if v("put-always-201") else 200, out, {"ETag": tag})

def update_invoice(req, cid, iid):
    cid = need_customer(cid)["id"]
    n = number_of(iid)
    if v("unknown-patch-200") and not find(cid, n):
        body = req.json()
        bad = errors(body, INVOICE, (), True)
        if bad: raise reject(bad[0][1], bad[0][0])
        base = next(i for i in INV)
        r = {**copy.deepcopy(base), "id": n, "customer_id": cid}
        apply(r, body)
        raise Reply(200, render(r), {"ETag": etag(r)})
    rec = need(cid, iid, v("patch-wrong-parent"))
    match(rec, req, "PATCH")
    body = req.json()
    bad = errors(body, INVOICE, (), True)
    if bad:
        if v("rejected-patch-partly") and isinstance(body, dict):
            apply(rec, {n: x for n, x in body.items() if n not in dict(bad) and n != "contact"})
        if v("rejected-patch-bumps"): touch(rec)
        if v("rejected-patch-resets") and isinstance(body, dict):
            for n in dict(bad):
                if n in ("memo", "priority", "paid_at"): rec[n] = None
                if n == "amount": rec[n] = 0
                if n == "title": rec[n] = "untitled"
                if n == "discount": rec[n] = 0
                if n == "status": rec[n] = "Draft"
        changed()
        raise reject(bad[0][1], bad[0][0])
    old = copy.deepcopy(rec)
    work = copy.deepcopy(rec)
    if v("patch-clears-unsent"):
        for n in ("memo", "priority", "paid_at"): work[n] = None
    if v("patch-defaults-unsent"): work["discount"], work["reminders"] = 5, True
    if v("patch-clears-labels"): work["labels"] = []
    apply(work, body)
    if v("noop-keeps-version") and all(work.get(n) == old.get(n) for n in INVOICE):
        raise Reply(200, render(rec), {"ETag": etag(rec)})
    rec.update(work)
    touch(rec)
    if v("patch-changes-created-at"): rec["created_at"] = rec["updated_at"]
    if v("patch-neighbour"):
        o = neighbour(rec)
        if o: apply(o, {n: x for n, x in body.items() if n != "contact"})
    if v("patch-status-of-all") and "status" in body:
        for i in INV:
            if i["customer_id"] == rec["customer_id"]: i["status"] = body["status"]
    if v("patch-pays") and "amount" in body: rec["status"] = "Paid"
    if v("patch-retitles") and "title" not in body: rec["title"] = rec["title"].lower()
    if v("patch-inserts-copy"): INV.append({**copy.deepcopy(rec), "id": new_id()})
    if v("listing-follows-put-only"): rec["_listed"] = copy.deepcopy({k: x for k, x in old.items() if k != "_listed"})
    out, tag = render(rec), etag(rec)
    if v("patch-response-only"):
        rec.clear(); rec.update(old); touch(rec)
    if v("patch-response-old"):
        out = {**render(old), "updated_at": out["updated_at"], "version": out["version"]}
    if v("etag-response-old"): tag = etag(old)
    if v("patch-second-lost") and FLAGS.setdefault("patched", {}).setdefault(rec["id"], 0) >= 1:
        keepv = {k: rec[k] for k in ("version", "updated_at")}
        rec.clear(); rec.update(old); rec.update(keepv)
    FLAGS.setdefault("patched", {})[rec["id"]] = FLAGS.get("patched", {}).get(rec["id"], 0) + 1
    changed()
    raise Reply(200, out, {"ETag": tag})

def delete_invoice(req, cid, iid):
    cid = need_customer(cid)["id"]
    n = number_of(iid)
    rec = find(cid, n, v("delete-wrong-parent"))
    if rec is None:
        dead = any(g["id"] == n and g["customer_id"] == cid for g in GRAVE)
        if dead:
            if v("second-delete-204"): raise Reply(204)
            if v("second-delete-410"): raise problem(410, "the invoice is gone")
            if v("second-delete-500"): raise problem(500, "list index out of range")
            if v("soft-delete"):
                g = next(g for g in GRAVE if g["id"] == n and g["customer_id"] == cid)
                raise Reply(200, {**render(g), "deleted_at": stamp(g["_dead"])})
            if v("second-delete-another"):
                o = next((i for i in INV if i["customer_id"] == cid), None)
                if o: bury(o)
                raise Reply(204)
        if v("delete-unknown-204"): raise Reply(204)
        if v("delete-unknown-deletes-last"):
            last = [i for i in INV if i["customer_id"] == cid]
            if last: bury(last[-1])
            raise Reply(204)
        rec = need(cid, iid)
    match(rec, req, "DELETE")
    if v("delete-nothing"): raise Reply(204)
    if v("delete-neighbour", "delete-wrong-record"):
        o = neighbour(rec)
        if o: bury(o)
        if v("delete-wrong-record") and o:
            raise Reply(204)
    if v("delete-all-of-parent"):
        for i in [i for i in INV if i["customer_id"] == cid and i is not rec]: bury(i)
    if v("delete-same-status"):
        for i in [i for i in INV if i["customer_id"] == cid and i is not rec and i["status"] == rec["status"]]: bury(i)
    if v("delete-marks-void"):
        rec["status"] = "Void"; touch(rec)
        raise Reply(204)
    bury(rec)
    rec["_dead"] = now()
    if v("delete-500-but-done"):
        changed(); raise problem(500, "the mail could not be sent")
    changed()
    if v("delete-200-body"): raise Reply(200, render(rec))
    if v("soft-delete"): raise Reply(200, {**render(rec), "deleted_at": stamp(rec["_dead"])})
    raise Reply(204)

ROUTES = [
    (r"^/customers$", {"GET": list_customers, "POST": create_customer}),
    (r"^/customers/([^/]+)$", {"GET": read_customer, "DELETE": delete_customer}),
    (r"^/customers/([^/]+)/invoices$", {"GET": list_invoices, "POST": create_invoice}),
    (r"^/customers/([^/]+)/invoices/([^/]+)$", {"GET": read_invoice, "PUT": replace_invoice,
                                                "PATCH": update_invoice, "DELETE": delete_invoice}),
]

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16
    def log_message(self, *a): pass

    def json(self):
        try:
            return json.loads(self.raw.decode("utf-8"), parse_constant=lambda c: (_ for _ in ()).throw(ValueError(c)))
        except ValueError:
            raise reject("the body is no JSON")

    def query(self, names):
        q = dict.fromkeys(names)
        for n, x in parse_qsl(urlsplit(self.path).query, keep_blank_values=True):
            if n in q: q[n] = x
        for n, default, lo, hi in (("skip", 0, 0, 10**9), ("take", 20, 1, 100)):
            x = q[n]
            if x is None: q[n] = default
            elif not re.match(r"^\d{1,10}$", x) or not lo <= int(x) <= hi: raise reject("is out of bounds", n)
            else: q[n] = int(x)
        for n, values in (("status", STATUS), ("tier", TIER)):
            if q.get(n) is not None and q[n] not in values: raise reject("is none of " + ", ".join(values), n)
        return q

    def serve(self):
        self.raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with LOCK:
            try:
                self.route()
            except Reply as r:
                reply = r
            except Exception as e:                      # a fault of this file, not of a variant
                import traceback; traceback.print_exc()
                reply = problem(500, "fault of the bench: %r" % e)
        data = b""
        if reply.status != 204:
            data = json.dumps(reply.body, ensure_ascii=v("json-escaped"), indent=2 if v("json-escaped") else None).encode()
        self.send_response(reply.status)
        for n, x in reply.headers.items():
            if n != "Content-Type": self.send_header(n, x)
        if reply.status != 204:
            self.send_header("Content-Type", "application/json; charset=utf-8" if v("json-escaped") else "application/json")
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def route(self):
        path = urlsplit(self.path).path
        for pattern, methods in ROUTES:
            m = re.match(pattern, path)
            if not m: continue
            f = methods.get(self.command)
            if not f: raise Reply(405, {"error": "no such operation"}, {"Allow": ", ".join(methods)})
            if self.headers.get("Authorization") != "Bearer " + TOKEN:
                if v("unauthorised-stored") and self.command == "POST" and f is create_invoice:
                    try: f(self, *m.groups())
                    except Reply: pass
                raise Reply(401, {"error": "no good token"}, {"WWW-Authenticate": "Bearer"})
            f(self, *m.groups())
        raise problem(404, "no such path")

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = serve

def seed():
    base = 1767225600 * 10**6                           # 2026-01-01
    people = [("Alder & Sons", "Premier", 13), ("Birch Bakery", "Basic", 8), ("Cedar Öfen", "Plus", 5), ("Dogwood Ltd", "Basic", 2)]
    k = 0
    for n, (name, tier, count) in enumerate(people):
        cid = str(uuid.uuid5(uuid.NAMESPACE_URL, name))
        if v("customer-ids-upper"): cid = cid.upper()
        CUS.append({"id": cid, **fill({"name": name, "tier": tier, "email": "office%d@example.org" % n,
                                       "credit_limit": 1000.5 * (n + 1)}, CUSTOMER), "created_at": base + n * 10**9})
        for j in range(count):
            k += 1
            t = base + 10**10 + k * 37 * 10**6
            body = {"reference": "S-%04d" % k, "title": "%s no. %d" % (("Flour", "oven", "Repair", "hire", "Wood")[k % 5], k),
                    "amount": round((k * 7919 % 100000) / 7, 2), "status": STATUS[k * 3 % 4],
                    "due_at": "2026-%02d-%02dT%02d:30:00%s" % (k % 12 + 1, k % 28 + 1, k % 24, ("Z", "+02:00", "-05:00")[k % 3]),
                    "discount": k % 20, "reminders": k % 2 == 0, "labels": [["b", "a"], [], ["x"]][k % 3]}
            if k % 2: body["memo"] = "memo %d" % k
            if k % 3 == 0: body["priority"] = k % 9 + 1
            if k % 4 == 0: body["contact"] = {"name": "Person %d" % k, "phone": "+49 30 %d" % k}
            rec = {"id": NEXT[0], "customer_id": cid, **fill(body, INVOICE), "created_at": t, "updated_at": t,
                   "version": 1, "_etag": 1, "_born": 0, "_seed": True}
            rec["_status"], rec["_amount"], rec["_title"] = rec["status"], rec["amount"], rec["title"]
            if v("listing-stale-updates"): rec["_listed"] = copy.deepcopy(rec)
            NEXT[0] += 1
            INV.append(rec)
    if v("eventual-all", "eventual-listing"):
        HIST.append((0, copy.deepcopy(INV))); CHIST.append((0, copy.deepcopy(CUS)))

if __name__ == "__main__":
    known = set(re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"', open(__file__).read()))
    if VARIANT and VARIANT not in known:
        sys.exit("no such variant: " + VARIANT)
    seed()
    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128
    Server(("127.0.0.1", PORT), Handler).serve_forever()
