var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// src/contract/json-pointer.ts
function toPointer(segments) {
  return segments.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function fromPointer(pointer) {
  const plain2 = pointer.startsWith("#") ? decodeURIComponent(pointer.slice(1)) : pointer;
  if (plain2 === "") return [];
  return plain2.slice(1).split("/").map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
function valueAt(root, pointer) {
  let value = root;
  for (const segment of fromPointer(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return void 0;
    value = value[segment];
  }
  return value;
}
var init_json_pointer = __esm({
  "src/contract/json-pointer.ts"() {
    "use strict";
  }
});

// src/contract/openapi.ts
var httpMethods;
var init_openapi = __esm({
  "src/contract/openapi.ts"() {
    "use strict";
    httpMethods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
  }
});

// src/contract/document/walk-document.ts
function walkDocument(root, visit2, kind = "object") {
  const seen = /* @__PURE__ */ new Map();
  const path = [];
  const walk = (value, kindHere) => {
    let known2 = seen.get(kindHere);
    if (!known2) seen.set(kindHere, known2 = /* @__PURE__ */ new Set());
    if (known2.has(value)) return;
    known2.add(value);
    if (!visit2({ value, path, kind: kindHere })) return;
    const parentKey = path.at(-1);
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (typeof child !== "object" || child === null) continue;
      const childKind = kindOf(child, key, kindHere, parentKey);
      path.push(key);
      walk(child, childKind);
      path.pop();
    }
  };
  if (typeof root === "object" && root !== null) walk(root, kind);
}
function kindOf(child, key, parent, parentKey) {
  switch (parent) {
    case "object":
      if (key.startsWith("x-")) return "data";
      if (key === "examples" && Array.isArray(child)) return "data";
      return fields.get(key) ?? "object";
    case "objects":
      return key.startsWith("x-") && (parentKey === "paths" || parentKey === "responses") ? "data" : "object";
    case "schema": {
      const kind = subschemaKeywords.get(key) ?? "data";
      return kind === "schema" && Array.isArray(child) ? "schemas" : kind;
    }
    case "schemas":
      return "schema";
    case "examples":
      return "example";
    default:
      return "data";
  }
}
function pointersOf(document) {
  const pointers = /* @__PURE__ */ new Map();
  walkDocument(document, ({ value, path }) => {
    if (!pointers.has(value)) pointers.set(value, toPointer(path));
    return true;
  });
  return pointers;
}
var named, subschemaKeywords, fields;
var init_walk_document = __esm({
  "src/contract/document/walk-document.ts"() {
    "use strict";
    init_json_pointer();
    named = (kind, names) => names.split(" ").map((name) => [name, kind]);
    subschemaKeywords = new Map([
      ...named("schema", "items contains additionalProperties unevaluatedItems unevaluatedProperties"),
      ...named("schema", "propertyNames not if then else contentSchema"),
      ...named("schemas", "allOf anyOf oneOf prefixItems"),
      ...named("schemas", "properties patternProperties dependentSchemas $defs definitions")
    ]);
    fields = new Map([
      ...named("schema", "schema"),
      ...named("schemas", "schemas definitions $defs"),
      ...named("examples", "examples"),
      ...named("data", "example default enum mapping"),
      ...named("objects", "paths webhooks pathItems callbacks responses requestBodies parameters"),
      ...named("objects", "headers links securitySchemes content encoding variables")
    ]);
  }
});

// src/contract/document/document-error.ts
var DocumentError;
var init_document_error = __esm({
  "src/contract/document/document-error.ts"() {
    "use strict";
    DocumentError = class extends Error {
      name = "DocumentError";
    };
  }
});

// src/contract/document/yaml-offset.ts
function yamlOffset(yaml2, document, path) {
  let node = document.contents;
  let offset = yaml2.isNode(node) ? node.range?.[0] ?? 0 : 0;
  for (const segment of path) {
    const child = childOf(yaml2, node, String(segment));
    if (!child) break;
    offset = child.offset ?? offset;
    node = child.node;
  }
  return offset;
}
function childOf({ isMap, isNode, isScalar, isSeq }, node, segment) {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
    return pair && { node: pair.value, offset: isScalar(pair.key) ? pair.key.range?.[0] : void 0 };
  }
  if (!isSeq(node)) return void 0;
  const item = node.items[Number(segment)];
  return isNode(item) ? { node: item, offset: item.range?.[0] } : void 0;
}
var init_yaml_offset = __esm({
  "src/contract/document/yaml-offset.ts"() {
    "use strict";
  }
});

// src/contract/system-failure.ts
function systemFailure(cause, expected = "file or folder") {
  const { code = "", message = String(cause) } = Object(cause);
  if (code === "ENOENT") return `there is no such ${expected}`;
  return files[code] ?? message.replace(/\.$/, "");
}
var files;
var init_system_failure = __esm({
  "src/contract/system-failure.ts"() {
    "use strict";
    files = {
      EACCES: "there is no permission",
      EPERM: "there is no permission",
      EROFS: "the disk can only be read",
      ENOSPC: "the disk is full",
      EDQUOT: "the disk is full",
      EISDIR: "it is a folder",
      ENOTDIR: "it is not a folder",
      EMFILE: "too many files are open (ulimit -n sets how many may be)"
    };
  }
});

// src/contract/json-nesting.ts
function isNestedDeeper(value, levels) {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const element of value) if (isNestedDeeper(element, levels - 1)) return true;
    return false;
  }
  const object2 = value;
  for (const key in object2) if (isNestedDeeper(object2[key], levels - 1)) return true;
  return false;
}
var init_json_nesting = __esm({
  "src/contract/json-nesting.ts"() {
    "use strict";
  }
});

// src/contract/files/json-lines.ts
import { visit } from "jsonc-parser";
function jsonLines(text2, pointers) {
  const chains = pointers.map(withParents);
  const lines = new Map(chains.flat().map((pointer) => [pointer, void 0]));
  const note = (path, line) => {
    const pointer = toPointer(path);
    if (lines.has(pointer)) lines.set(pointer, line + 1);
  };
  const enter = (path, line) => {
    if (typeof path.at(-1) === "number") note(path, line);
    return path.length === 0 || lines.has(toPointer(path));
  };
  visit(text2, {
    onObjectProperty: (name, _offset, _length, line, _column, path) => note([...path(), name], line),
    onObjectBegin: (_offset, _length, line, _column, path) => enter(path(), line),
    onArrayBegin: (_offset, _length, line, _column, path) => enter(path(), line),
    onLiteralValue: (_value, _offset, _length, line, _column, path) => void enter(path(), line),
    // The library sees the end of what is skipped only where somebody listens.
    onObjectEnd: () => void 0,
    onArrayEnd: () => void 0
  });
  return chains.map((chain) => lines.get(chain.findLast((pointer) => lines.get(pointer)) ?? "") ?? 1);
}
function withParents(pointer) {
  const path = fromPointer(pointer);
  return path.map((_, index) => toPointer(path.slice(0, index + 1)));
}
var init_json_lines = __esm({
  "src/contract/files/json-lines.ts"() {
    "use strict";
    init_json_pointer();
  }
});

// src/contract/files/measure-yaml.ts
function measureYaml(yaml2, root, levels) {
  try {
    new YamlMeasure(yaml2, levels).sizeOf(root, 0);
    return void 0;
  } catch (complaint) {
    if (complaint instanceof Complaint) return { offset: complaint.offset, text: complaint.message };
    throw complaint;
  }
}
var maxValues, maxAliases, Complaint, YamlMeasure;
var init_measure_yaml = __esm({
  "src/contract/files/measure-yaml.ts"() {
    "use strict";
    maxValues = 3e6;
    maxAliases = 1e4;
    Complaint = class extends Error {
      constructor(offset, message) {
        super(message);
        this.offset = offset;
      }
      offset;
    };
    YamlMeasure = class {
      constructor(yaml2, levels) {
        this.yaml = yaml2;
        this.levels = levels;
      }
      yaml;
      levels;
      /** Values of the anchors so far; undefined while that is being read. */
      anchors = /* @__PURE__ */ new Map();
      aliases = 0;
      sizeOf(node, depth) {
        const { isAlias, isMap, isNode, isSeq, isPair } = this.yaml;
        const offset = isNode(node) ? node.range?.[0] ?? 0 : 0;
        if (isAlias(node)) return this.ofAlias(node, offset, depth);
        const anchor = isNode(node) && "anchor" in node ? node.anchor : void 0;
        if (anchor !== void 0) {
          this.countAlias(offset);
          this.anchors.set(anchor, void 0);
        }
        const parts = isMap(node) || isSeq(node) ? node.items : isPair(node) ? [node.key, node.value] : [];
        if (isMap(node)) this.refuseTwice(node.items);
        const isCollection = isMap(node) || isSeq(node);
        this.refuseDepth(depth + (isCollection ? 1 : 0), offset);
        let size = isPair(node) ? 0 : 1;
        let levels = 0;
        for (const part of parts) {
          const measured2 = this.sizeOf(part, depth + (isCollection ? 1 : 0));
          size += measured2.size;
          levels = Math.max(levels, measured2.levels);
          if (size > maxValues) throw new Complaint(offset, `more than ${maxValues} values, aliases written out`);
        }
        const measured = { size, levels: levels + (isCollection ? 1 : 0) };
        if (anchor !== void 0) this.anchors.set(anchor, measured);
        return measured;
      }
      ofAlias({ source }, offset, depth) {
        this.countAlias(offset);
        const measured = this.anchors.get(source);
        if (!measured) throw new Complaint(offset, `the alias *${source} stands in what it stands for`);
        this.refuseDepth(depth + measured.levels, offset);
        return measured;
      }
      countAlias(offset) {
        this.aliases += 1;
        if (this.aliases > maxAliases) throw new Complaint(offset, `more than ${maxAliases} aliases and anchors`);
      }
      refuseDepth(depth, offset) {
        if (depth > this.levels) throw new Complaint(offset, `nested deeper than ${this.levels} levels`);
      }
      refuseTwice(items) {
        const { isScalar } = this.yaml;
        const keys = /* @__PURE__ */ new Set();
        for (const { key } of items) {
          if (!isScalar(key) || key.value === "<<") continue;
          if (keys.has(key.value))
            throw new Complaint(key.range?.[0] ?? 0, "not valid YAML: Map keys must be unique");
          keys.add(key.value);
        }
      }
    };
  }
});

// src/contract/files/user-cache.ts
import { createHash as createHash2, randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync as readFileSync2,
  renameSync,
  rmSync,
  statSync,
  writeFileSync as writeFileSync2
} from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
function nameOf(kind, sources) {
  const hash = createHash2("sha256");
  for (const source of sources) hash.update(`${source.length}
`).update(source);
  return `${kind}-${form}-${hash.digest("hex")}.json`;
}
function readEntry(path) {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = fstatSync(file);
    return size > maxEntryBytes ? void 0 : JSON.parse(readFileSync2(file, "utf8"));
  } finally {
    closeSync(file);
  }
}
function ownFolder(create) {
  const folder = cacheFolder();
  if (folder === void 0) return void 0;
  if (create) mkdirSync(folder, { recursive: true, mode: 448 });
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return void 0;
  const isOurs = process.getuid === void 0 || stats.uid === process.getuid() && (stats.mode & 63) === 0;
  return isOurs ? folder : void 0;
}
function cacheFolder() {
  const { DRYDOCK_CACHE: chosen, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (chosen !== void 0 && chosen !== "")
    return /^(?:off|0|no|false)$/i.test(chosen) || !isAbsolute(chosen) ? void 0 : chosen;
  if (process.platform === "win32") return LOCALAPPDATA && join(LOCALAPPDATA, "drydock", "Cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "drydock");
  return join(
    XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), ".cache"),
    "drydock"
  );
}
function shrink(folder) {
  const entries = readdirSync(folder).filter((name) => /^[\w-]+-[\da-f]{64}\.json$|\.tmp$/.test(name)).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? [{ path, size: stats.size, time: stats.mtimeMs }] : [];
  }).sort((a2, b2) => b2.time - a2.time);
  let total = 0;
  for (const { path, size } of entries) {
    total += size;
    if (total > maxFolderBytes) rmSync(path, { force: true });
  }
}
var form, maxEntryBytes, maxFolderBytes, userCache;
var init_user_cache = __esm({
  "src/contract/files/user-cache.ts"() {
    "use strict";
    form = 1;
    maxEntryBytes = 32 * 1024 * 1024;
    maxFolderBytes = 100 * 1024 * 1024;
    userCache = {
      /**
       * @param sources what the value follows from
       * @returns the value; undefined where there is none
       */
      read(kind, ...sources) {
        try {
          const folder = ownFolder(false);
          return folder === void 0 ? void 0 : readEntry(join(folder, nameOf(kind, sources)));
        } catch {
          return void 0;
        }
      },
      write(json, kind, ...sources) {
        try {
          const folder = json.length > maxEntryBytes / 3 ? void 0 : ownFolder(true);
          if (folder === void 0) return;
          const temporary = join(folder, `${randomUUID()}.tmp`);
          writeFileSync2(temporary, json, { mode: 384, flag: "wx" });
          renameSync(temporary, join(folder, nameOf(kind, sources)));
          shrink(folder);
        } catch {
        }
      }
    };
  }
});

// src/contract/files/parse-source.ts
import { isDeepStrictEqual } from "node:util";
function parseSource(yaml2, text2) {
  return parseJson(text2) ?? (text2.length < smallestKept ? parseYaml(yaml2, text2) : keptYaml(yaml2, text2));
}
function keptYaml(yaml2, text2) {
  let parsed;
  const parse = () => parsed ??= parseYaml(yaml2, text2);
  const kept = userCache.read("yaml", text2);
  const isUsable = typeof kept === "object" && kept !== null && !isNestedDeeper(kept, maxLevels);
  if (!isUsable) keep(parse().value, text2);
  return {
    value: isUsable ? kept : parse().value,
    linesOf: (pointers) => keptLines(text2, pointers) ?? keepLines(parse().linesOf(pointers), text2, pointers)
  };
}
function keep(value, text2) {
  const json = JSON.stringify(value);
  if (isDeepStrictEqual(JSON.parse(json), value)) userCache.write(json, "yaml", text2);
}
function keptLines(text2, pointers) {
  const kept = userCache.read("lines", text2, ...pointers);
  const isUsable = Array.isArray(kept) && kept.length === pointers.length && kept.every((line) => Number.isInteger(line));
  return isUsable ? kept : void 0;
}
function keepLines(lines, text2, pointers) {
  if (pointers.length > 0) userCache.write(JSON.stringify(lines), "lines", text2, ...pointers);
  return lines;
}
function parseJson(text2) {
  if (!/^\s*\{/.test(text2)) return void 0;
  let value;
  try {
    value = JSON.parse(text2);
  } catch {
    return void 0;
  }
  if (isNestedDeeper(value, maxLevels)) throw tooDeep(1);
  return { value, linesOf: (pointers) => jsonLines(text2, pointers) };
}
function parseYaml(yaml2, text2) {
  const lines = new yaml2.LineCounter();
  const parsed = composed(yaml2, text2, lines);
  const lineAtOffset = (offset) => lines.linePos(offset).line;
  const [syntaxError] = parsed.errors;
  if (syntaxError) {
    const line = lineAtOffset(syntaxError.pos[0]);
    if (syntaxError.message.includes("Maximum call stack")) throw tooDeep(line);
    throw new SourceError(line, `not valid YAML or JSON: ${firstLine(syntaxError.message)}`);
  }
  const complaint = measureYaml(yaml2, parsed.contents, maxLevels);
  if (complaint) throw new SourceError(lineAtOffset(complaint.offset), complaint.text);
  return {
    value: parsed.toJS({ maxAliasCount: -1 }),
    linesOf: (pointers) => pointers.map((pointer) => lineAtOffset(yamlOffset(yaml2, parsed, fromPointer(pointer))))
  };
}
function composed(yaml2, text2, lines) {
  try {
    return yaml2.parseDocument(text2, { lineCounter: lines, merge: true, uniqueKeys: false });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw tooDeep(1);
  }
}
function tooDeep(line) {
  return new SourceError(line, `nested deeper than ${maxLevels} levels`);
}
function firstLine(text2) {
  return (text2.split("\n", 1)[0] ?? text2).replace(/:$/, "");
}
var maxLevels, SourceError, smallestKept;
var init_parse_source = __esm({
  "src/contract/files/parse-source.ts"() {
    "use strict";
    init_yaml_offset();
    init_json_nesting();
    init_json_pointer();
    init_json_lines();
    init_measure_yaml();
    init_user_cache();
    maxLevels = 200;
    SourceError = class extends Error {
      constructor(line, message) {
        super(message);
        this.line = line;
      }
      line;
      name = "SourceError";
    };
    smallestKept = 2e4;
  }
});

// src/contract/files/read-bounded-file.ts
import { closeSync as closeSync2, constants as constants2, fstatSync as fstatSync2, openSync as openSync2, readSync, statSync as statSync2 } from "node:fs";
function readBoundedFile(file, { maxBytes, pipes = false }) {
  const isPipe = statSync2(file).isFIFO();
  if (!(isPipe && pipes)) requireRegular(statSync2(file));
  const descriptor = openSync2(file, constants2.O_RDONLY | (isPipe ? 0 : nonBlocking));
  try {
    const stats = fstatSync2(descriptor);
    if (!isPipe) requireRegular(stats);
    if (stats.size > maxBytes) throw tooLarge(maxBytes);
    return readAll(descriptor, maxBytes);
  } finally {
    closeSync2(descriptor);
  }
}
function readAll(descriptor, maxBytes) {
  const chunks = [];
  let size = 0;
  for (; ; ) {
    const buffer = Buffer.allocUnsafe(Math.max(chunk, Math.min(fstatSync2(descriptor).size, maxBytes)));
    const length = readSync(descriptor, buffer);
    if (length === 0) return Buffer.concat(chunks).toString("utf8");
    size += length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(buffer.subarray(0, length));
  }
}
function tooLarge(maxBytes) {
  return new Error(`it is larger than ${maxBytes / mebibyte} MiB, the most that is read`);
}
function requireRegular(stats) {
  if (stats.isFile()) return;
  throw new Error(`it is ${kindOf2(stats)}`);
}
function kindOf2(stats) {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe";
  if (stats.isSocket()) return "a socket";
  return "a device";
}
var mebibyte, chunk, nonBlocking;
var init_read_bounded_file = __esm({
  "src/contract/files/read-bounded-file.ts"() {
    "use strict";
    mebibyte = 1024 * 1024;
    chunk = 64 * 1024;
    nonBlocking = constants2.O_NONBLOCK ?? 0;
  }
});

// src/contract/files/document-files.ts
import { realpathSync } from "node:fs";
import { dirname, isAbsolute as isAbsolute2, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
function isInside(folder, path) {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute2(way);
}
function realPath(path) {
  try {
    return realpathSync(path);
  } catch {
    return void 0;
  }
}
function shownPath(path) {
  const short = relative("", path);
  return short === "" || short.startsWith("..") ? path : short;
}
var mebibyte2, maxFileBytes, maxAllBytes, DocumentFiles;
var init_document_files = __esm({
  "src/contract/files/document-files.ts"() {
    "use strict";
    init_document_error();
    init_system_failure();
    init_parse_source();
    init_read_bounded_file();
    mebibyte2 = 1024 * 1024;
    maxFileBytes = 20 * mebibyte2;
    maxAllBytes = 40 * mebibyte2;
    DocumentFiles = class {
      /**
       * @param document path of the document, or its address
       * @param root the folder that references reach; default: the document's
       * @param text of a document from the network; it reaches no file
       */
      constructor(yaml2, document, { root, text: text2 }) {
        this.yaml = yaml2;
        this.document = document;
        this.root = resolve(root ?? dirname(document));
        this.text = text2;
      }
      yaml;
      document;
      files = /* @__PURE__ */ new Map();
      bytesLeft = maxAllBytes;
      root;
      text;
      /** The paths of the files that were read, the document's first. */
      get paths() {
        return [...this.files.keys()];
      }
      /** @throws DocumentError */
      main() {
        if (this.text !== void 0) {
          return this.keep(this.text, this.document, this.document);
        }
        const path = resolve(this.document);
        try {
          return this.read(path, this.document);
        } catch (cause) {
          if (cause instanceof DocumentError) throw cause;
          throw new DocumentError(
            `Failed to read the document ${this.document}: ${systemFailure(cause, "file")}.`,
            { cause }
          );
        }
      }
      /**
       * Follows a reference.
       *
       * @param pointer where it stands in the file
       * @throws DocumentError with the line of the reference
       */
      follow(reference, from, pointer) {
        const refuse = (why, cause) => new DocumentError(
          `${from.shown}:${from.lineOf(pointer)}: the $ref ${JSON.stringify(reference)} ${why}.`,
          { cause }
        );
        const { path, fragment } = this.locate(reference, from, refuse);
        try {
          return { file: this.read(path, shownPath(path)), pointer: fragment };
        } catch (cause) {
          if (cause instanceof DocumentError) throw cause;
          throw refuse(`can't be followed: ${systemFailure(cause, "file")}`, cause);
        }
      }
      locate(reference, from, refuse) {
        if (this.text !== void 0)
          throw refuse("is not followed: a document from the network may refer only to itself");
        const base = pathToFileURL(from.path);
        if (!URL.canParse(reference, base.href)) throw refuse("is no address");
        const url = new URL(reference, base);
        if (url.protocol !== "file:") throw refuse("is not followed: a document may refer only to files");
        try {
          const fragment = decodeURIComponent(url.hash.slice(1));
          url.hash = url.search = "";
          const path = fileURLToPath(url);
          const outside = `leads out of ${this.root}; --spec-root names the folder whose files a document may use`;
          if (path !== resolve(this.document) && !this.reaches(path)) throw refuse(outside);
          return { path, fragment };
        } catch (cause) {
          if (cause instanceof DocumentError) throw cause;
          throw refuse("is no path of a file", cause);
        }
      }
      /** Links are followed before the comparison; what doesn't exist is compared as it is written. */
      reaches(path) {
        const root = realPath(this.root) ?? this.root;
        if (!isInside(this.root, path) && !isInside(root, path)) return false;
        const real = realPath(path);
        return real === void 0 || isInside(root, real);
      }
      read(path, shown2) {
        const known2 = this.files.get(path);
        if (known2) return known2;
        const text2 = readBoundedFile(path, { maxBytes: maxFileBytes, pipes: this.files.size === 0 });
        this.bytesLeft -= Buffer.byteLength(text2);
        if (this.bytesLeft < 0)
          throw new Error(`all files of the document together are larger than ${maxAllBytes / mebibyte2} MiB`);
        return this.keep(text2, path, shown2);
      }
      keep(text2, path, shown2) {
        const parsed = this.parse(text2, shown2);
        const lineOf = (pointer) => parsed.linesOf([pointer])[0] ?? 1;
        const file = { ...parsed, lineOf, shown: shown2, path };
        this.files.set(path, file);
        return file;
      }
      parse(text2, shown2) {
        try {
          return parseSource(this.yaml, text2);
        } catch (cause) {
          if (!(cause instanceof SourceError)) throw cause;
          throw new DocumentError(`${shown2}:${cause.line}: ${cause.message}.`, { cause });
        }
      }
    };
  }
});

// src/contract/files/bundle-files.ts
var bundle_files_exports = {};
__export(bundle_files_exports, {
  DocumentFiles: () => DocumentFiles,
  bundleFiles: () => bundleFiles
});
import { basename, extname } from "node:path";
function bundleFiles(main, files2) {
  if (!refersToFiles(main.value)) return main.value;
  return new Bundle(main, files2).document;
}
function refersToFiles(document) {
  let found = false;
  walkDocument(document, ({ value: { $ref }, kind }) => {
    found ||= kind !== "data" && typeof $ref === "string" && !$ref.startsWith("#");
    return !found && kind !== "data";
  });
  return found;
}
var maxValues2, maxDepth, Bundle;
var init_bundle_files = __esm({
  "src/contract/files/bundle-files.ts"() {
    "use strict";
    init_document_error();
    init_walk_document();
    init_json_pointer();
    init_document_files();
    maxValues2 = 3e6;
    maxDepth = 50;
    Bundle = class {
      constructor(main, files2) {
        this.main = main;
        this.files = files2;
        this.document = this.copy(main.value);
        this.waiting.push({ value: this.document, kind: "object", file: main, inFile: [], inBundle: [] });
        for (let part = this.waiting.shift(); part; part = this.waiting.shift()) this.followIn(part, 0);
        if (this.schemas.size > 0) this.addSchemas();
      }
      main;
      files;
      document;
      /** Places in the bundle of the parts of files, by file, pointer and kind. */
      placed = /* @__PURE__ */ new Map();
      waiting = [];
      schemas = /* @__PURE__ */ new Map();
      /** The number that each name has next. */
      names = /* @__PURE__ */ new Map();
      values = 0;
      get components() {
        return Object(this.document.components);
      }
      addSchemas() {
        const schemas = { ...Object(this.components.schemas), ...Object.fromEntries(this.schemas) };
        this.document.components = { ...this.components, schemas };
      }
      /** Follows every reference of a part. */
      followIn(part, depth) {
        walkDocument(
          part.value,
          ({ value, path, kind }) => {
            if (kind === "data") return false;
            if (typeof value.$ref !== "string") return true;
            if (part.file === this.main && value.$ref.startsWith("#")) return true;
            const node = value;
            const at = { ...part, value: node, kind, inBundle: [...part.inBundle, ...path] };
            return this.replace({ ...at, inFile: [...part.inFile, ...path] }, value.$ref, depth);
          },
          part.kind
        );
      }
      /** @returns whether what stands beside the reference is still to be walked */
      replace(at, reference, depth) {
        const node = at.value;
        const target = this.files.follow(reference, at.file, toPointer(at.inFile));
        if (target.file === this.main) {
          node.$ref = `#${target.pointer}`;
          return true;
        }
        if (target.pointer !== "" && !target.pointer.startsWith("/"))
          throw this.refused(
            at,
            reference,
            "names an anchor; only a pointer such as #/name leads into another file"
          );
        const key = `${at.kind} ${target.file.path}#${target.pointer}`;
        const known2 = this.placed.get(key);
        if (known2) {
          node.$ref = `#${toPointer(known2)}`;
          return true;
        }
        const found = valueAt(target.file.value, target.pointer);
        if (found === void 0) throw this.refused(at, reference, "leads nowhere");
        const value = this.copy(found);
        if (at.kind !== "schema") {
          this.placed.set(key, at.inBundle);
          this.putInPlace(at, reference, target, value, depth);
          return false;
        }
        const inBundle = ["components", "schemas", this.nameFor(target)];
        this.placed.set(key, inBundle);
        this.schemas.set(inBundle[2] ?? "", value);
        const inFile = fromPointer(target.pointer);
        this.waiting.push({
          value: Object(value),
          kind: "schema",
          file: target.file,
          inFile,
          inBundle
        });
        node.$ref = `#${toPointer(inBundle)}`;
        return true;
      }
      /** The last name of the reference, with a number where it is taken. */
      nameFor({ file, pointer }) {
        const last = fromPointer(pointer).at(-1) ?? basename(file.path, extname(file.path));
        const name = last.replace(/[^A-Za-z0-9._-]/g, "_");
        const isTaken = (one2) => this.schemas.has(one2) || Object.hasOwn(Object(this.components.schemas), one2);
        for (let number = this.names.get(name) ?? 1; ; number += 1) {
          const candidate = number === 1 ? name : `${name}-${number}`;
          this.names.set(name, number + 1);
          if (!isTaken(candidate)) return candidate;
        }
      }
      /**
       * Puts a value in the place of a reference; siblings of the reference win (OpenAPI 3.1, Reference Object: summary and description).
       */
      putInPlace(at, reference, { file, pointer }, value, depth) {
        if (typeof value !== "object" || value === null || Array.isArray(value))
          throw this.refused(at, reference, "leads to no object");
        if (depth >= maxDepth) throw this.refused(at, reference, `is the ${maxDepth}th in a row`);
        const node = at.value;
        const { $ref: _, ...beside } = node;
        for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
        Object.defineProperties(node, Object.getOwnPropertyDescriptors({ ...value, ...beside }));
        this.followIn({ ...at, file, inFile: fromPointer(pointer) }, depth + 1);
      }
      refused(at, reference, why) {
        const line = at.file.lineOf(toPointer(at.inFile));
        return new DocumentError(`${at.file.shown}:${line}: the $ref ${JSON.stringify(reference)} ${why}.`);
      }
      /** Each value is counted, for many references may lead to overlapping parts of a file. */
      copy(value) {
        this.values += 1;
        if (this.values > maxValues2)
          throw new DocumentError(
            `${this.main.shown}: with what its references lead to, the document has more than ${maxValues2} values.`
          );
        if (typeof value !== "object" || value === null) return value;
        if (Array.isArray(value)) return value.map((element) => this.copy(element));
        return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, this.copy(child)]));
      }
    };
  }
});

// src/contract/swagger/convert-swagger.ts
var convert_swagger_exports = {};
__export(convert_swagger_exports, {
  convertSwagger: () => convertSwagger
});
import { upgrade } from "@scalar/openapi-upgrader";
function convertSwagger(document, file) {
  const swagger = document;
  try {
    renameNullable(swagger);
    for (const item of Object.values(Object(swagger.paths)))
      completeOperations(swagger, Object(item));
    delete swagger.consumes;
    delete swagger.produces;
    return upgrade(swagger, "3.0");
  } catch (cause) {
    throw new DocumentError(`${file}: it can't be converted from Swagger 2.0: ${cause.message}.`, {
      cause
    });
  }
}
function renameNullable(swagger) {
  walkDocument(swagger, ({ value, kind }) => {
    const node = value;
    if (kind === "schema" && typeof node["x-nullable"] === "boolean") node.nullable = node["x-nullable"];
    return kind !== "data";
  });
}
function completeOperations(swagger, item) {
  const shared = listOf2(item.parameters);
  delete item.parameters;
  for (const method of httpMethods) {
    if (typeof item[method] !== "object" || item[method] === null) continue;
    const operation = item[method];
    const parameters2 = mergedParameters(swagger, shared, listOf2(operation.parameters));
    operation.parameters = parameters2;
    operation.consumes = bodyTypes(parameters2, listOf2(operation.consumes ?? swagger.consumes).map(String));
    operation.produces ??= swagger.produces ?? ["application/json"];
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      if (operation.responses) operation.responses[status] = structuredClone(resolved(swagger, response));
  }
}
function mergedParameters(swagger, shared, own) {
  const all = [...shared, ...own].map((parameter2) => structuredClone(resolved(swagger, parameter2)));
  const key = ({ in: place2, name }) => place2 === "body" ? "body" : `${String(place2)} ${String(name)}`;
  return [...new Map(all.map((parameter2) => [key(parameter2), parameter2])).values()];
}
function bodyTypes(parameters2, consumes) {
  const fields2 = parameters2.filter((parameter2) => parameter2.in === "formData");
  const isForm = (type) => /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type);
  if (fields2.length === 0) {
    const types2 = consumes.filter((type) => !isForm(type));
    return types2.length > 0 ? types2 : ["application/json"];
  }
  if (fields2.some(({ type }) => type === "file")) return ["multipart/form-data"];
  const types = consumes.filter(isForm);
  return types.length > 0 ? types : ["application/x-www-form-urlencoded"];
}
function resolved(swagger, value) {
  let current = value;
  for (let hops = 0; hops < 20; hops += 1) {
    const { $ref } = Object(current);
    if (typeof $ref !== "string" || !/^#\/(parameters|responses)\//.test($ref)) return current;
    current = valueAt(swagger, $ref);
    if (current === void 0) throw new Error(`the $ref ${$ref} leads nowhere`);
  }
  return current;
}
function listOf2(value) {
  return Array.isArray(value) ? value : [];
}
var init_convert_swagger = __esm({
  "src/contract/swagger/convert-swagger.ts"() {
    "use strict";
    init_document_error();
    init_openapi();
    init_json_pointer();
    init_walk_document();
  }
});

// src/contract/schema/json-equal.ts
function jsonEqual(one2, other) {
  if (one2 === other) return true;
  if (!isContainer(one2) || !isContainer(other) || Array.isArray(one2) !== Array.isArray(other)) return false;
  const names = Object.keys(one2);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && jsonEqual(one2[name], other[name]));
}
function canonicalText(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isContainer(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`).join()}}`;
}
function isContainer(value) {
  return typeof value === "object" && value !== null;
}
function isObject(value) {
  return isContainer(value) && !Array.isArray(value);
}
var init_json_equal = __esm({
  "src/contract/schema/json-equal.ts"() {
    "use strict";
  }
});

// src/contract/overlays/apply-overlay.ts
var apply_overlay_exports = {};
__export(apply_overlay_exports, {
  applyOverlay: () => applyOverlay
});
import { query } from "json-p3";
import * as yaml from "yaml";
function applyOverlay(document, file) {
  const source = readOverlay(file);
  const { overlay, actions } = Object(source.value);
  if (typeof overlay !== "string" || !/^1\.[01](\.|$)/.test(overlay) || !Array.isArray(actions))
    throw new DocumentError(
      `${file}: not an overlay: it must have "overlay": "1.0.0" and a list of actions (OpenAPI Overlay 1.0).`
    );
  return actions.flatMap((action, index) => {
    const place2 = `${file}:${source.linesOf([`/actions/${index}`])[0]}`;
    const changed2 = applyAction(document, Object(action), place2);
    return changed2 > 0 ? [] : [`${place2}: ${JSON.stringify(action.target)} selects nothing in the document`];
  });
}
function readOverlay(file) {
  try {
    return parseSource(yaml, readBoundedFile(file, { maxBytes: maxFileBytes, pipes: true }));
  } catch (cause) {
    if (cause instanceof SourceError)
      throw new DocumentError(`${file}:${cause.line}: ${cause.message}.`, { cause });
    throw new DocumentError(`Failed to read the overlay ${file}: ${systemFailure(cause, "file")}.`, {
      cause
    });
  }
}
function applyAction(document, { target, update, remove }, place2) {
  const locations = select(document, target, place2);
  for (const location of [...locations].reverse()) {
    if (remove === true) removeAt(document, location);
    else if (update !== void 0) updateAt(document, location, update, place2);
  }
  return locations.length;
}
function select(document, target, place2) {
  if (typeof target !== "string")
    throw new DocumentError(`${place2}: an action needs a target, a JSONPath such as $.paths['/orders'].get.`);
  try {
    return query(target, document).nodes.map(({ location }) => location);
  } catch (cause) {
    const why = cause.message.split("\n", 1)[0] ?? "";
    throw new DocumentError(`${place2}: the target ${JSON.stringify(target)} is no JSONPath: ${why}.`, {
      cause
    });
  }
}
function nodeAt(document, location) {
  return location.reduce((node, key) => Object(node)[key], document);
}
function removeAt(document, location) {
  const parent = nodeAt(document, location.slice(0, -1));
  const last = location.at(-1);
  if (last === void 0) return;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(Object(parent), last);
}
function updateAt(document, location, update, place2) {
  const selected = nodeAt(document, location);
  if (Array.isArray(selected)) selected.push(structuredClone(update));
  else if (isObject(selected) && isObject(update)) merge2(selected, update);
  else
    throw new DocumentError(
      `${place2}: an update needs a target that is an object or a list, and an object to merge.`
    );
}
function merge2(into, update) {
  for (const [key, value] of Object.entries(update)) {
    const before = Object.hasOwn(into, key) ? into[key] : void 0;
    if (isObject(before) && isObject(value)) merge2(before, value);
    else if (Array.isArray(before) && Array.isArray(value))
      before.push(...structuredClone(value));
    else
      Object.defineProperty(into, key, {
        value: structuredClone(value),
        enumerable: true,
        writable: true,
        configurable: true
      });
  }
}
var init_apply_overlay = __esm({
  "src/contract/overlays/apply-overlay.ts"() {
    "use strict";
    init_document_error();
    init_document_files();
    init_parse_source();
    init_read_bounded_file();
    init_json_equal();
    init_system_failure();
  }
});

// src/contract/patterns/pattern-program.ts
function programSize(node) {
  switch (node.kind) {
    case "sequence":
      return node.parts.reduce((sum, part) => sum + programSize(part), 0);
    case "choice":
      return node.branches.reduce((sum, branch) => sum + programSize(branch) + 1, 0);
    case "repeat": {
      const copies = node.max === Infinity ? node.min + 1 : node.max;
      return copies * (programSize(node.part) + 1);
    }
    default:
      return 1;
  }
}
function beyondProgram(node) {
  switch (node.kind) {
    case "sequence":
      return firstOf(node.parts, beyondProgram);
    case "choice":
      return firstOf(node.branches, beyondProgram);
    case "repeat":
      return beyondProgram(node.part);
    case "beyond":
      return node.what;
    default:
      return void 0;
  }
}
function firstOf(items, find) {
  for (const item of items) {
    const found = find(item);
    if (found !== void 0) return found;
  }
  return void 0;
}
function compileProgram(node) {
  const compiler = new ProgramCompiler();
  const start = compiler.emit(node, compiler.add({ kind: "found" }));
  return {
    steps: compiler.steps,
    start,
    characters: [...compiler.characters.keys()],
    asksForWords: compiler.steps.some((step) => step.kind === "boundary" && step.at.endsWith("word"))
  };
}
var ProgramCompiler;
var init_pattern_program = __esm({
  "src/contract/patterns/pattern-program.ts"() {
    "use strict";
    ProgramCompiler = class {
      steps = [];
      characters = /* @__PURE__ */ new Map();
      add(step) {
        return this.steps.push(step) - 1;
      }
      /** Writes a node from its end to its beginning. @returns its first step */
      emit(node, next) {
        switch (node.kind) {
          case "character":
            return this.add({ kind: "character", character: this.characterOf(node.source), next });
          case "boundary":
            return this.add({ kind: "boundary", at: node.at, next });
          case "sequence":
            return node.parts.reduceRight((after, part) => this.emit(part, after), next);
          case "choice":
            return node.branches.map((branch) => this.emit(branch, next)).reduceRight((other, branch) => this.add({ kind: "fork", next: branch, other }));
          case "repeat":
            return this.emitRepeat(node, next);
          case "beyond":
            throw new Error(`A pattern that no program can say: ${node.what}.`);
        }
      }
      emitRepeat({ part, min, max }, after) {
        let next = after;
        if (max === Infinity) {
          next = this.add({ kind: "fork", next: after, other: after });
          this.steps[next] = { kind: "fork", next: this.emit(part, next), other: after };
        }
        for (let copy = min; copy < max && max !== Infinity; copy += 1) {
          next = this.add({ kind: "fork", next: this.emit(part, next), other: after });
        }
        for (let copy = 0; copy < min; copy += 1) next = this.emit(part, next);
        return next;
      }
      characterOf(source) {
        const known2 = this.characters.get(source) ?? this.characters.size;
        this.characters.set(source, known2);
        return known2;
      }
    };
  }
});

// src/contract/patterns/pattern-syntax.ts
function parsePattern(source, flags) {
  new RegExp(source, flags);
  return new PatternReader(source, flags.includes("u")).choice(0);
}
var maxDepth2, PatternReader, PatternTooDeep, unicodeEscape, plainEscape;
var init_pattern_syntax = __esm({
  "src/contract/patterns/pattern-syntax.ts"() {
    "use strict";
    maxDepth2 = 100;
    PatternReader = class {
      constructor(source, unicode) {
        this.source = source;
        this.unicode = unicode;
      }
      source;
      unicode;
      at = 0;
      /** Up to the end of the group or of the source. */
      choice(depth) {
        const branches = [];
        do
          branches.push(this.sequence(depth));
        while (this.take("|"));
        return branches.length === 1 && branches[0] ? branches[0] : { kind: "choice", branches };
      }
      sequence(depth) {
        const parts = [];
        while (this.at < this.source.length && !this.sees("|") && !this.sees(")")) {
          parts.push(this.quantified(this.atom(depth)));
        }
        return { kind: "sequence", parts };
      }
      quantified(part) {
        const [text2, min, comma, max] = this.match(/[*+?]|\{(\d+)(,?)(\d*)\}/y) ?? [];
        if (text2 === void 0) return part;
        this.take("?");
        if (text2 === "*") return { kind: "repeat", part, min: 0, max: Infinity };
        if (text2 === "+") return { kind: "repeat", part, min: 1, max: Infinity };
        if (text2 === "?") return { kind: "repeat", part, min: 0, max: 1 };
        const end = max === "" ? comma === "" ? Number(min) : Infinity : Number(max);
        return { kind: "repeat", part, min: Number(min), max: end };
      }
      atom(depth) {
        if (this.take("^")) return { kind: "boundary", at: "start" };
        if (this.take("$")) return { kind: "boundary", at: "end" };
        if (this.take("(")) return this.group(depth + 1);
        if (this.sees("\\")) return this.escape();
        const [set] = this.match(/\[(?:[^\]\\]|\\[^])*\]/y) ?? [];
        return { kind: "character", source: set ?? this.character() };
      }
      group(depth) {
        if (depth > maxDepth2) throw new PatternTooDeep();
        const [opening = ""] = this.match(/\?(?:<?[=!]|<[^>]*>|[^:]*:)/y) ?? [];
        const inside = this.choice(depth);
        this.take(")");
        if (opening === "" || opening === "?:" || /^\?<[^=!]/.test(opening)) return inside;
        if (/^\?<?[=!]$/.test(opening)) {
          return { kind: "beyond", what: opening.includes("<") ? "it looks behind" : "it looks ahead" };
        }
        return { kind: "beyond", what: "it changes its flags" };
      }
      escape() {
        if (this.take("\\b")) return { kind: "boundary", at: "word" };
        if (this.take("\\B")) return { kind: "boundary", at: "no word" };
        if (this.match(/\\(?:[1-9]\d*|k)/y)) return { kind: "beyond", what: "it refers back" };
        const [odd] = this.match(/\\(?:c(?![A-Za-z])|0\d)/y) ?? [];
        if (odd !== void 0) return { kind: "beyond", what: `it has the obsolete escape ${odd}` };
        const [source = ""] = this.match(this.unicode ? unicodeEscape : plainEscape) ?? [];
        return { kind: "character", source };
      }
      character() {
        const character = this.unicode ? String.fromCodePoint(this.source.codePointAt(this.at) ?? 0) : this.source.charAt(this.at);
        this.at += character.length;
        return character;
      }
      sees(text2) {
        return this.source.startsWith(text2, this.at);
      }
      take(text2) {
        if (!this.sees(text2)) return false;
        this.at += text2.length;
        return true;
      }
      /** @param pattern sticky */
      match(pattern) {
        pattern.lastIndex = this.at;
        const found = pattern.exec(this.source);
        if (!found) return void 0;
        this.at = pattern.lastIndex;
        return found;
      }
    };
    PatternTooDeep = class extends Error {
    };
    unicodeEscape = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^])/y;
    plainEscape = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^])/y;
  }
});

// src/contract/patterns/pattern-memory.ts
var maxSteps, PatternMemory;
var init_pattern_memory = __esm({
  "src/contract/patterns/pattern-memory.ts"() {
    "use strict";
    maxSteps = 1e6;
    PatternMemory = class {
      holders = /* @__PURE__ */ new Set();
      used = 0;
      /** @param numbers what the holder is about to keep */
      grow(holder, numbers) {
        this.used += numbers;
        if (this.used > maxSteps) {
          for (const one2 of this.holders) one2.forget();
          this.holders.clear();
          this.used = numbers;
        }
        this.holders.add(holder);
      }
    };
  }
});

// src/contract/patterns/linear-pattern.ts
function readTree(source, flags) {
  try {
    return parsePattern(source, flags);
  } catch (cause) {
    if (!(cause instanceof PatternTooDeep)) throw cause;
    throw new UnboundedPatternError("its groups are nested too deeply", { cause });
  }
}
function stepsBehind(ways, { accepts: accepts2 }) {
  const steps = ways.flatMap(({ character, next }) => accepts2[character] ? [next] : []);
  return [...new Set(steps)].sort((a2, b2) => a2 - b2);
}
function holds(at, before, after) {
  if (at === "start") return before === "nothing";
  if (at === "end") return after === "nothing";
  return before === "word" !== (after === "word") === (at === "word");
}
var maxSource, maxSteps2, waysPerCharacter, firstWays, maxWays, UnboundedPatternError, LinearPattern, CompiledPattern;
var init_linear_pattern = __esm({
  "src/contract/patterns/linear-pattern.ts"() {
    "use strict";
    init_pattern_program();
    init_pattern_syntax();
    init_pattern_memory();
    maxSource = 2e4;
    maxSteps2 = 5e3;
    waysPerCharacter = 30;
    firstWays = 1e6;
    maxWays = 1e7;
    UnboundedPatternError = class extends Error {
      name = "UnboundedPatternError";
    };
    LinearPattern = class {
      /**
       * @throws SyntaxError where the source is no regular expression
       * @throws UnboundedPatternError
       */
      constructor(source, flags = "u", memory = new PatternMemory()) {
        this.source = source;
        this.flags = flags;
        this.memory = memory;
        if (source.length > maxSource)
          throw new UnboundedPatternError(`it is longer than ${maxSource} characters`);
        this.tree = readTree(source, flags);
        const beyond = beyondProgram(this.tree);
        if (beyond !== void 0) throw new UnboundedPatternError(beyond);
        this.size = programSize(this.tree);
        if (this.size > maxSteps2) throw new UnboundedPatternError("it repeats too much");
      }
      source;
      flags;
      memory;
      /** The number of steps of its program, a measure of the memory that it takes. */
      size;
      compiled;
      tree;
      /** Tells whether the pattern is found in the text; undefined for a text on which to find out would take too long. */
      search(text2) {
        this.compiled ??= new CompiledPattern(compileProgram(this.tree), this.flags, this.memory);
        return this.compiled.search(text2);
      }
      /** Searches at the cost of a budget that several patterns share. @throws PatternWorkError where it is spent */
      searchWithin(work, text2) {
        this.compiled ??= new CompiledPattern(compileProgram(this.tree), this.flags, this.memory);
        const ways = work.waysFor(text2);
        const found = this.compiled.run(text2, ways);
        return work.spend(text2, ways - this.compiled.left, found);
      }
    };
    CompiledPattern = class {
      constructor(program, flags, memory) {
        this.program = program;
        this.flags = flags;
        this.memory = memory;
        this.tests = program.characters.map((source) => new RegExp(`^(?:${source})$`, flags));
        this.met = new Uint32Array(program.steps.length);
      }
      program;
      flags;
      memory;
      tests;
      positions = /* @__PURE__ */ new Map();
      classes = /* @__PURE__ */ new Map();
      classOf = /* @__PURE__ */ new Map();
      /** In which round each step was met last, so that none is followed twice. */
      met;
      round = 0;
      left = firstWays;
      search(text2) {
        return this.run(text2, Math.min(Math.max(this.left, 0) + text2.length * waysPerCharacter, maxWays));
      }
      /** @param ways that may be followed; `left` has the rest afterwards */
      run(text2, ways) {
        this.left = ways;
        let position = this.positionOf([], "nothing");
        for (let at = 0; at < text2.length; ) {
          const code = this.flags.includes("u") ? text2.codePointAt(at) ?? 0 : text2.charCodeAt(at);
          at += code > 65535 ? 2 : 1;
          const character = this.classOf.get(code) ?? this.classify(code);
          const next = position.next.get(character) ?? this.advance(position, character);
          if (next === "found") return true;
          if (this.left < 0) return void 0;
          position = next;
        }
        position.foundAtEnd ??= this.follow(position, "nothing") === "found";
        return position.foundAtEnd;
      }
      /** Drops what was kept of earlier searches. */
      forget() {
        this.positions.clear();
        this.classOf.clear();
        this.classes.clear();
      }
      advance(position, character) {
        const ways = this.follow(position, character.side);
        const next = ways === "found" ? ways : this.positionOf(stepsBehind(ways, character), character.side);
        position.next.set(character, next);
        return next;
      }
      /** The steps that wait for a character at a position, or that the pattern is found there. */
      follow({ steps, before }, after) {
        this.round += 1;
        const waiting = [];
        const open = [this.program.start, ...steps];
        for (let at = open.pop(); at !== void 0; at = open.pop()) {
          if (this.met[at] === this.round) continue;
          this.met[at] = this.round;
          this.left -= 1;
          const step = this.program.steps[at];
          if (step?.kind === "found") return "found";
          if (step?.kind === "character") waiting.push(step);
          if (step?.kind === "fork") open.push(step.next, step.other);
          if (step?.kind === "boundary" && holds(step.at, before, after)) open.push(step.next);
        }
        return waiting;
      }
      positionOf(steps, side) {
        const before = this.program.asksForWords || side === "nothing" ? side : "other";
        const key = `${before} ${steps.join()}`;
        const known2 = this.positions.get(key);
        if (known2) return known2;
        const position = { steps, before, next: /* @__PURE__ */ new Map() };
        this.memory.grow(this, steps.length + 10);
        this.positions.set(key, position);
        return position;
      }
      classify(code) {
        const text2 = this.flags.includes("u") ? String.fromCodePoint(code) : String.fromCharCode(code);
        this.left -= this.tests.length;
        const accepts2 = this.tests.map((test) => test.test(text2));
        const side = this.program.asksForWords && /\w/.test(text2) ? "word" : "other";
        const key = `${side} ${accepts2.map(Number).join("")}`;
        const found = this.classes.get(key) ?? { accepts: accepts2, side };
        this.memory.grow(this, accepts2.length + 10);
        this.classes.set(key, found);
        this.classOf.set(code, found);
        return found;
      }
    };
  }
});

// src/contract/patterns/document-patterns.ts
var document_patterns_exports = {};
__export(document_patterns_exports, {
  DocumentPatterns: () => DocumentPatterns
});
function readPattern(source, memory) {
  try {
    return new LinearPattern(source, "u", memory);
  } catch (cause) {
    if (cause instanceof UnboundedPatternError) throw cause;
    return new LinearPattern(source, "", memory);
  }
}
function patternsIn(schema) {
  const { pattern, patternProperties } = schema;
  if (pattern === void 0 && patternProperties === void 0) return nothing;
  const names = Object.keys(Object(patternProperties));
  return [
    ...typeof pattern === "string" ? [{ source: pattern, place: ["pattern"] }] : [],
    ...names.map((source) => ({ source, place: ["patternProperties", source] }))
  ];
}
var maxSteps3, DocumentPatterns, nothing;
var init_document_patterns = __esm({
  "src/contract/patterns/document-patterns.ts"() {
    "use strict";
    init_json_pointer();
    init_linear_pattern();
    init_pattern_memory();
    maxSteps3 = 5e5;
    DocumentPatterns = class {
      /** @param work the budget that all searches share; without one a search that takes too long finds the pattern */
      constructor(work) {
        this.work = work;
      }
      work;
      memory = new PatternMemory();
      made = /* @__PURE__ */ new Map();
      left = maxSteps3;
      compile = (source) => {
        const pattern = this.patternOf(source);
        return {
          test: (text2) => pattern instanceof Error || (this.work ? pattern.searchWithin(this.work, text2) : pattern.search(text2) !== false),
          // Ajv tells patterns apart by this.
          toString: () => `/${source}/`
        };
      };
      /** The patterns of a schema that accept every text. */
      unenforcedIn({ value, path, kind }) {
        if (kind !== "schema") return [];
        return patternsIn(value).flatMap(({ source, place: place2 }) => {
          const pattern = this.patternOf(source);
          if (!(pattern instanceof Error)) return [];
          return [{ pointer: toPointer([...path, ...place2]), source, reason: pattern.message }];
        });
      }
      patternOf(source) {
        const known2 = this.made.get(source);
        if (known2) return known2;
        const pattern = this.make(source);
        this.made.set(source, pattern);
        return pattern;
      }
      make(source) {
        try {
          const pattern = readPattern(source, this.memory);
          this.left -= pattern.size;
          return this.left < 0 ? new Error("the patterns of the document are too many") : pattern;
        } catch (cause) {
          if (cause instanceof UnboundedPatternError) return cause;
          return new Error("it is no regular expression", { cause });
        }
      }
    };
    nothing = [];
  }
});

// src/contract/document/base-paths.ts
var maxCombinations = 50;
var anyValue = "drydock-any-value";
function defaultPathsOf(servers) {
  return distinct(serversIn(servers).flatMap((server) => pathsAt(server, (variable) => [variable.default])));
}
function basePathsOf(servers) {
  const others = serversIn(servers).flatMap((server) => pathsAt(server, otherValues));
  return distinct([...defaultPathsOf(servers), ...others]);
}
function originsOf(servers) {
  const urls = serversIn(servers).flatMap((server) => urlsAt(server, (variable) => [variable.default]));
  const origins = urls.flatMap((url) => URL.canParse(url) ? [new URL(url).origin] : []);
  return [...new Set(origins)].filter((origin) => origin !== "null");
}
function otherValues({ enum: values, default: value }) {
  if (Array.isArray(values)) return values;
  return /^[\w.~-]*$/.test(value) ? [anyValue] : [value];
}
function serversIn(servers) {
  if (!Array.isArray(servers)) return [];
  return servers.filter(
    (server) => typeof Object(server).url === "string"
  );
}
function distinct(paths) {
  return paths.length === 0 ? [""] : [...new Set(paths)];
}
function pathsAt(server, valuesOf2) {
  return urlsAt(server, valuesOf2).map(pathOf);
}
function urlsAt({ url, variables }, valuesOf2) {
  const names = new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name));
  let urls = [url];
  for (const name of names) {
    const variable = Object(variables)[name];
    const values = variable ? valuesOf2(variable) : [name];
    urls = urls.flatMap((one2) => values.map((value) => one2.replaceAll(`{${name}}`, () => String(value))));
    urls = urls.slice(0, maxCombinations);
  }
  return urls;
}
function pathOf(url) {
  const path = URL.canParse(url, "http://localhost") ? new URL(url, "http://localhost").pathname : "/";
  return path.replace(/\/+$/, "").replaceAll(anyValue, "{}");
}

// src/contract/error-body.ts
init_json_pointer();

// src/contract/operations.ts
init_json_pointer();
init_openapi();
function operationsOf(document) {
  const references = /* @__PURE__ */ new Map();
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith("/"));
  return paths.flatMap(([path, item]) => {
    const located = follow(document, {
      pointer: toPointer(["paths", path]),
      value: Object(item)
    });
    return httpMethods.flatMap((method) => {
      const operation = located.value[method];
      return operation ? [readOperation({ document, references }, path, method, located, operation)] : [];
    });
  });
}
function readOperation(reading, path, method, item, operation) {
  const { document } = reading;
  const pointer = `${item.pointer}/${method}`;
  const body2 = operation.requestBody;
  const servers = operation.servers ?? item.value.servers ?? document.servers;
  return {
    id: operation.operationId ?? `${method.toUpperCase()} ${path}`,
    method,
    path,
    prefix: item.value["x-drydock-prefix"] ?? "",
    basePaths: basePathsOf(servers),
    origins: originsOf(servers),
    pointer,
    summary: operation.summary ?? "",
    isSafe: operation["x-drydock-safe"] === true,
    security: operation.security ?? document.security ?? [],
    parameters: readParameters(reading, item, operation, pointer),
    requestBody: body2 && follow(document, { pointer: `${pointer}/requestBody`, value: body2 }),
    responses: new Map(
      Object.entries(operation.responses ?? {}).map(([status, response]) => [
        status,
        locate(reading, `${pointer}/responses/${status}`, response)
      ])
    )
  };
}
function readParameters(reading, item, operation, pointer) {
  const located = [
    ...locateAll(reading, item.value.parameters ?? [], `${item.pointer}/parameters`),
    ...locateAll(reading, operation.parameters ?? [], `${pointer}/parameters`)
  ];
  if (located.length < 2) return located;
  return [
    ...new Map(
      located.map((parameter2) => [`${parameter2.value.in} ${parameter2.value.name}`, parameter2])
    ).values()
  ];
}
function locateAll(reading, parameters2, pointer) {
  return parameters2.map((value, index) => locate(reading, `${pointer}/${index}`, value));
}
function locate({ document, references }, pointer, value) {
  if (!("$ref" in Object(value))) return { pointer, value: Object(value) };
  let located = references.get(value.$ref);
  if (!located) references.set(value.$ref, located = follow(document, { pointer, value }));
  return located;
}
var LostReferenceError = class extends Error {
  constructor(reference, pointer) {
    super(`the $ref ${reference} at ${pointer} leads nowhere`);
    this.pointer = pointer;
  }
  pointer;
  name = "LostReferenceError";
};
function follow(document, start) {
  let { pointer, value } = start;
  for (let hops = 0; "$ref" in value && typeof value.$ref === "string"; hops += 1) {
    const target = valueAt(document, value.$ref);
    if (typeof target !== "object" || target === null || hops > 50) {
      throw new LostReferenceError(value.$ref, pointer);
    }
    pointer = decodeURIComponent(value.$ref.slice(1));
    value = target;
  }
  return { pointer, value };
}
function securitySchemeOf(document, name) {
  const schemes = document.components?.securitySchemes ?? {};
  const value = Object.hasOwn(schemes, name) ? schemes[name] : void 0;
  return value && follow(document, { pointer: "", value }).value;
}
function jsonMediaType(content) {
  const names = Object.keys(content ?? {});
  return names.find((name) => /^application\/json\s*(?:;|$)/i.test(name)) ?? names.find(isJsonMediaType);
}
function isJsonMediaType(mediaType) {
  return /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);
}
function responseFor(operation, status) {
  const responses = operation.responses;
  const statusClass = `${Math.trunc(status / 100)}XX`;
  return responses.get(String(status)) ?? responses.get(statusClass) ?? responses.get(statusClass.toLowerCase()) ?? responses.get("default");
}
function examplesOf(document, media) {
  const examples = /* @__PURE__ */ new Map();
  if (media.example !== void 0) examples.set("default", media.example);
  for (const [name, example] of Object.entries(media.examples ?? {})) {
    if (typeof example !== "object" || example === null) continue;
    const located = follow(document, { pointer: "", value: example });
    if (located.value.value !== void 0) examples.set(name, located.value.value);
  }
  return examples;
}

// src/contract/schema/resolve-schema.ts
init_json_pointer();
function followSchema(document, schema) {
  let current = schema;
  for (let hops = 0; hops < 50; hops += 1) {
    if (typeof current !== "object" || current === null) return void 0;
    const reference = current.$ref;
    if (reference === void 0) return current;
    current = valueAt(document, reference);
  }
  return void 0;
}
function resolveSchema(document, schema, depth = 0) {
  if (typeof schema !== "object" || depth > 30) return {};
  const { $ref, allOf, oneOf, anyOf, ...own } = schema;
  const target = $ref === void 0 ? void 0 : valueAt(document, $ref);
  const parts = [target, ...allOf ?? [], (oneOf ?? anyOf)?.[0]];
  return parts.filter((part) => part !== void 0).map((part) => resolveSchema(document, part, depth + 1)).reduce(merge, own);
}
function merge(a2, b2) {
  const required = [...a2.required ?? [], ...b2.required ?? []];
  return {
    ...b2,
    ...a2,
    ...required.length > 0 ? { required: [...new Set(required)] } : {},
    ...a2.properties || b2.properties ? { properties: { ...b2.properties, ...a2.properties } } : {}
  };
}

// src/contract/error-body.ts
var ErrorBodies = class {
  constructor(document, operations, validators, maker) {
    this.document = document;
    this.operations = operations;
    this.validators = validators;
    this.maker = maker;
  }
  document;
  operations;
  validators;
  maker;
  /** @param operation the requested one; undefined for an unknown path or method */
  for(operation, content) {
    const documented = operation && responseFor(operation, content.status);
    if (documented?.value.content && jsonMediaType(documented.value.content) === void 0) {
      const made = this.maker?.text(documented, content);
      if (made) return { ...made, body: void 0 };
    }
    for (const shape of this.shapes(operation, content.status)) {
      const filled = this.filled(shape, content);
      if (filled) return filled;
    }
    return this.borrowed(operation, content) ?? problemDetails(content);
  }
  /** For a status that no response describes: the shape of another error, with this status filled in. */
  borrowed(operation, content) {
    for (const { responses } of operation ? [operation, ...this.operations] : this.operations) {
      for (const [code, response] of responses) {
        if (!/^[45]\d\d$/.test(code)) continue;
        const filled = this.filled(response, { ...content, status: Number(code) }, false);
        if (filled) return { ...filled, body: withStatus(filled.body, code, content.status) };
      }
    }
    return void 0;
  }
  /** The shapes to try: the operation's own for the status, the same status elsewhere, then any error of the document. */
  *shapes(operation, status) {
    const own = operation && responseFor(operation, status);
    if (own) yield own;
    for (const { responses } of this.operations) {
      const response = responses.get(String(status)) ?? responses.get("default");
      if (response && jsonMediaType(response.value.content)) {
        yield response;
        break;
      }
    }
    for (const { responses } of operation ? [operation, ...this.operations] : this.operations) {
      const [, error] = [...responses].find(([code, { value }]) => /^[45]/.test(code) && jsonMediaType(value.content)) ?? [];
      if (error) {
        yield error;
        return;
      }
    }
  }
  filled(response, content, orExample = true) {
    const mediaType = response && jsonMediaType(response.value.content);
    const media = mediaType === void 0 ? void 0 : response?.value.content?.[mediaType];
    const schema = media?.schema;
    if (!response || !schema || mediaType === void 0) return void 0;
    const pointer = `${response.pointer}${toPointer(["content", mediaType, "schema"])}`;
    const made = this.maker?.value(pointer, content);
    if (made !== void 0)
      return namesOtherStatus(made, content.status) ? void 0 : { mediaType, body: made };
    const validate = this.validators.at(pointer);
    const candidates = [
      tellingProblems(content, (told) => fill(this.document, schema, told)),
      ...orExample ? examplesOf(this.document, media).values() : []
    ];
    const body2 = candidates.find(
      (candidate) => validate(candidate) && !namesOtherStatus(candidate, content.status)
    );
    return body2 === void 0 ? void 0 : { mediaType, body: body2 };
  }
};
function namesOtherStatus(body2, status) {
  if (typeof body2 !== "object" || body2 === null) return false;
  return Object.entries(body2).some(
    ([name, value]) => statusNames.test(name) && /^[45]\d\d$/.test(String(value)) && String(value) !== String(status)
  );
}
function withStatus(body2, from, to) {
  if (typeof body2 !== "object" || body2 === null || Array.isArray(body2)) return body2;
  return Object.fromEntries(
    Object.entries(body2).map(([name, value]) => {
      if (!statusNames.test(name) || String(value) !== from) return [name, withStatus(value, from, to)];
      return [name, typeof value === "number" ? to : String(to)];
    })
  );
}
function problemDetails({ status, message, errors }) {
  return {
    mediaType: "application/problem+json",
    body: { type: "about:blank", title: message, status, errors }
  };
}
var messageNames = /^(message|msg|title|detail|details|description|error|reason|error_?message|error_?description|summary)$/i;
var statusNames = /^(status|status_?code|code|error_?code|http_?status|response_?code)$/i;
function mentions(body2, text2) {
  if (typeof body2 !== "object" || body2 === null) return body2 === text2;
  return Object.values(body2).some((part) => mentions(part, text2));
}
function tellingProblems(content, make) {
  const body2 = make(content);
  const { message, errors } = content;
  const [first] = errors;
  if (body2 === void 0 || first === void 0 || mentions(body2, first)) return body2;
  const more = errors.length > 10 ? ` and ${errors.length - 10} more` : "";
  return make({ ...content, message: `${message}: ${errors.slice(0, 10).join("; ")}${more}` });
}
function fill(document, schema, content, name = "", depth = 0) {
  if (schema === false || depth > 8) return null;
  const merged = resolveSchema(document, schema);
  if (merged.const !== void 0) return merged.const;
  const type = [merged.type ?? (merged.properties ? "object" : merged.items ? "array" : void 0)].flat()[0];
  if (type === "object") return fillObject(document, merged, content, depth);
  if (type === "array") return fillArray(document, merged, content, name, depth);
  if (merged.enum) return matchingEnum(merged.enum, content.status);
  if (type === "string") return fillString(merged, content, name);
  if (type === "integer" || type === "number")
    return statusNames.test(name) ? content.status : sample(merged) ?? merged.minimum ?? 0;
  if (type === "boolean") return sample(merged) ?? false;
  return sample(merged) ?? (messageNames.test(name) ? content.message : null);
}
function fillObject(document, schema, content, depth) {
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || messageNames.test(name) || statusNames.test(name) || /^errors$/i.test(name)
  );
  return Object.fromEntries(
    entries.map(([name, property]) => [name, fill(document, property, content, name, depth + 1)])
  );
}
function fillArray(document, schema, content, name, depth) {
  if (schema.maxItems === 0) return [];
  const list3 = /error|detail|problem|message|violation|issue/i.test(name);
  const messages = list3 ? content.errors : Array.from({ length: schema.minItems ?? 0 }, () => content.message);
  return messages.map(
    (message) => fill(document, schema.items ?? {}, { ...content, message }, "message", depth + 1)
  );
}
function fillString(schema, content, name) {
  if (messageNames.test(name) && schema.format === void 0 && schema.pattern === void 0)
    return content.message;
  const example = sample(schema);
  if (statusNames.test(name))
    return typeof example === "string" && !/^\d{3}$/.test(example) ? example : String(content.status);
  if (example !== void 0) return example;
  if (schema.format === "date-time") return "1970-01-01T00:00:00Z";
  if (schema.format === "uri" || schema.format === "uri-reference") return "about:blank";
  if (schema.format === "uuid") return "00000000-0000-4000-8000-000000000000";
  return content.message.slice(0, schema.maxLength ?? content.message.length);
}
function matchingEnum(values, status) {
  return values.find((value) => String(value) === String(status)) ?? values[0];
}
function sample(schema) {
  return schema.example ?? schema.examples?.[0] ?? schema.default;
}

// src/contract/contract.ts
init_json_pointer();

// src/contract/validation/schema-validator.ts
init_walk_document();

// src/contract/patterns/pattern-work.ts
var maxWork = 2e7;
var wayCost = 5;
var PatternWork = class {
  left = maxWork;
  ofOneTask = false;
  /** Gives a request the whole budget, for all that is validated until its stages wait for something. */
  begin() {
    this.left = maxWork;
    this.ofOneTask = true;
    queueMicrotask(() => {
      this.ofOneTask = false;
    });
  }
  /** Gives a validation the whole budget, unless it belongs to a request or to a task. */
  enter() {
    if (!this.ofOneTask) this.left = maxWork;
  }
  /**
   * Runs a task on one budget, or on a part of that of the task around it.
   *
   * @param times the budget, as a multiple of that of a request
   * @returns what the task made, unproven where the budget is spent
   */
  share(task, times = 1) {
    const { left, ofOneTask } = this;
    const given = Math.min(maxWork * times, ofOneTask ? left : Infinity);
    [this.left, this.ofOneTask] = [given, true];
    try {
      const made = task();
      return { made, isSpent: this.left <= 0 };
    } finally {
      [this.left, this.ofOneTask] = [left - given + this.left, ofOneTask];
    }
  }
  /** The ways that a search of a text may follow. @throws PatternWorkError where the text itself is too much */
  waysFor(text2) {
    if (text2.length > this.left) {
      this.left = 0;
      throw new PatternWorkError();
    }
    return Math.floor((this.left - text2.length) / wayCost);
  }
  /** @throws PatternWorkError */
  spend(text2, ways, found) {
    this.left -= text2.length + ways * wayCost;
    if (found !== void 0) return found;
    this.left = 0;
    throw new PatternWorkError();
  }
};
var PatternWorkError = class extends Error {
  name = "PatternWorkError";
};

// src/contract/validation/nearest-branch.ts
function explainUnions(errors, validate) {
  const union = outermostUnion(errors);
  if (!union) return errors;
  const branches = union.schema.map((schema) => ({
    schema,
    errors: validate(schema, union.data) ?? []
  }));
  const failed = branches.filter((branch) => branch.errors.length > 0);
  if (failed.length < branches.length)
    return explainRest(
      errors,
      union,
      failed.flatMap((branch) => branch.errors),
      [union],
      validate
    );
  const best = chosenByDiscriminator(union, failed) ?? failed.reduce((a2, b2) => distance(b2.errors) < distance(a2.errors) ? b2 : a2);
  const inPlace = explainUnions(best.errors, validate).map((error) => ({
    ...error,
    instancePath: union.instancePath + error.instancePath
  }));
  return explainRest(
    errors,
    union,
    failed.flatMap((branch) => branch.errors),
    inPlace,
    validate
  );
}
function outermostUnion(errors) {
  const unions = errors.filter(
    ({ keyword, schema }) => (keyword === "oneOf" || keyword === "anyOf") && Array.isArray(schema)
  );
  return unions.reduce(
    (outer, union) => !outer || union.instancePath.length < outer.instancePath.length ? union : outer,
    void 0
  );
}
function explainRest(errors, union, ofBranches, explained, validate) {
  const explainedKeys = new Set(
    ofBranches.map((error) => keyOf(union.instancePath + error.instancePath, error))
  );
  const rest = errors.filter(
    (error) => error !== union && !explainedKeys.has(keyOf(error.instancePath, error))
  );
  return [...explainUnions(rest, validate), ...explained];
}
function keyOf(instancePath, { keyword, params }) {
  return `${instancePath} ${keyword} ${JSON.stringify(params)}`;
}
function distance(errors) {
  return errors.reduce((sum, { keyword, instancePath }) => {
    const decisive = keyword === "const" || keyword === "enum" || keyword === "type" && instancePath === "";
    return sum + (decisive ? 10 : 1);
  }, 0);
}
function chosenByDiscriminator(union, branches) {
  const { discriminator } = union.parentSchema ?? {};
  if (!discriminator || typeof union.data !== "object" || union.data === null) return void 0;
  const named2 = union.data[discriminator.propertyName];
  if (typeof named2 !== "string") return void 0;
  const target = discriminator.mapping?.[named2] ?? named2;
  return branches.find(({ schema }) => {
    const reference = schema.$ref;
    return reference === target || reference?.endsWith(`/${target}`);
  });
}

// src/contract/validation/one-way-properties.ts
var combining = ["allOf", "anyOf", "oneOf"];
var none = /* @__PURE__ */ new Set();
var OneWayProperties = class {
  constructor(document, direction) {
    this.document = document;
    this.direction = direction;
  }
  document;
  direction;
  exempt = /* @__PURE__ */ new Map();
  /** The inherited names with which each schema has been read. */
  read = /* @__PURE__ */ new Map();
  /** Reads a schema and all that it reaches. @returns whether anything in it is exempt */
  isIn(start) {
    const waiting = [[start, none]];
    const seen = /* @__PURE__ */ new Set();
    let found = false;
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [given, inherited] = next;
      const schema = followSchema(this.document, given);
      if (!schema) continue;
      const names = /* @__PURE__ */ new Set([...inherited, ...this.namesIn(schema, 0)]);
      const isKnown = seen.has(schema) && [...names].every((name) => this.read.get(schema)?.has(name));
      if (isKnown) continue;
      seen.add(schema);
      this.read.set(schema, /* @__PURE__ */ new Set([...this.read.get(schema) ?? none, ...names]));
      found = this.note(schema, names) || found;
      for (const keyword of combining)
        for (const part of listOf(schema[keyword])) waiting.push([part, names]);
      for (const inner of innerSchemas(schema)) waiting.push([inner, none]);
    }
    return found;
  }
  /** The names that a schema object requires in vain; undefined where there are none. */
  exemptIn(schema) {
    return this.exempt.get(schema);
  }
  note(schema, names) {
    const exempt = listOf(schema.required).filter((name) => names.has(name));
    if (exempt.length === 0) return false;
    this.exempt.set(schema, /* @__PURE__ */ new Set([...this.exempt.get(schema) ?? none, ...exempt]));
    return true;
  }
  /** The properties of the other direction, those of combined schemas included. */
  namesIn(schema, depth) {
    const own = Object.entries(Object(schema.properties)).filter(
      ([, property]) => this.isOneWay(property)
    );
    const parts = depth > 8 ? [] : combining.flatMap((keyword) => listOf(schema[keyword]));
    return [
      ...own.map(([name]) => name),
      ...parts.flatMap((part) => {
        const target = followSchema(this.document, part);
        return target ? this.namesIn(target, depth + 1) : [];
      })
    ];
  }
  isOneWay(property) {
    if (typeof property !== "object") return false;
    return property[this.direction] === true || followSchema(this.document, property)?.[this.direction] === true;
  }
};
function innerSchemas({ properties, items, additionalProperties, ...rest }) {
  const prefixed = listOf(rest.prefixItems);
  const named2 = Object.values(Object(properties));
  return [...named2, ...prefixed, items, additionalProperties].filter(
    (one2) => one2 !== void 0
  );
}
function listOf(value) {
  return Array.isArray(value) ? value : [];
}

// src/contract/validation/problem-text.ts
init_json_pointer();

// src/contract/nearest-names.ts
function nearest(name, known2, limit = 3) {
  const typed = name.slice(0, 80).toLowerCase();
  return known2.map((candidate) => ({ candidate, distance: distance2(typed, candidate.toLowerCase()) })).filter(({ candidate, distance: far }) => far <= Math.max(2, Math.ceil(candidate.length / 2))).sort((a2, b2) => a2.distance - b2.distance || a2.candidate.localeCompare(b2.candidate)).slice(0, limit).map(({ candidate }) => candidate);
}
function distance2(a2, b2) {
  if (a2 !== "" && (b2.startsWith(a2) || a2.startsWith(b2))) return 1;
  let previous = Array.from({ length: b2.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a2.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b2.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (a2[row - 1] === b2[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b2.length] ?? 0;
}

// src/contract/validation/problem-text.ts
var maxProblems = 1e3;
var maxErrors = 5e3;
function problemsOf(errors, root, resolve2 = (schema) => schema) {
  const byPointer = /* @__PURE__ */ new Map();
  for (const error of errors) {
    const pointer = pointerOf(error);
    const rank2 = rankOf(error);
    const known2 = byPointer.get(pointer);
    if (!known2 || rank2 < known2.rank) byPointer.set(pointer, { error, rank: rank2 });
  }
  const problems = [...byPointer].slice(0, maxProblems).map(([pointer, { error }]) => ({ pointer, text: textOf(error, pointer, root, resolve2) }));
  const left = byPointer.size - problems.length;
  if (left === 0) return problems;
  const least = errors.length < maxErrors ? "" : "at least ";
  return [...problems, { pointer: "", text: `${root} has ${least}${left} more problems` }];
}
function fieldPath(pointer, root) {
  const path = fromPointer(pointer).map((segment) => {
    if (/^\d+$/.test(segment)) return `[${segment}]`;
    return /^[\w-]{1,60}$/.test(segment) ? `.${segment}` : `[${shown(segment)}]`;
  }).join("");
  if (path === "") return root;
  return path.startsWith(".") ? path.slice(1) : `${root}${path}`;
}
function shown(value) {
  if (value === void 0) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "number" && !Number.isFinite(value)) return "a number too large to hold";
  if (typeof value !== "string") return JSON.stringify(value);
  return printable(JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value));
}
function printable(text2) {
  return text2.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  );
}
function pointerOf(error) {
  const params = error.params;
  const field = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof field !== "string") return error.instancePath;
  return `${error.instancePath}${toPointer([field])}`;
}
var ranks = [
  "false schema",
  "required",
  "additionalProperties",
  "unevaluatedProperties",
  "type",
  "const",
  "enum"
];
function rankOf(error) {
  const rank2 = ranks.indexOf(error.keyword);
  return rank2 === -1 ? ranks.length : rank2;
}
function textOf(error, pointer, root, resolve2) {
  const field = fieldPath(pointer, root);
  const schema = error.parentSchema ?? {};
  if (error.keyword === "required")
    return `${field} is required and must be ${expectedOfMissing(error, schema, resolve2)}, got nothing`;
  if (error.keyword === "additionalProperties" || error.keyword === "unevaluatedProperties") {
    return `${field} is not a known field${suggestion(pointer, schema)}`;
  }
  if (error.keyword === "false schema") return `${field} must not be given`;
  return `${field} ${expectation(error, schema)}, got ${gotIn(error)}`;
}
function expectedOfMissing(error, schema, resolve2) {
  const name = error.params.missingProperty;
  const property = schema.properties?.[name];
  return typeof property === "object" ? nounOf(resolve2(property)) : "given";
}
function nounOf(schema) {
  if (schema["x-expected"] !== void 0) return schema["x-expected"];
  const types = schema.type === void 0 ? [] : [schema.type].flat();
  if (types.length === 0) return "given";
  return types.map((type) => type === "null" ? "null" : `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`).join(" or ");
}
var expectations = {
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
  minimum: (limit) => `must be ${limit} or more`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  maximum: (limit) => `must be ${limit} or less`,
  minLength: (limit) => limit === 1 ? "must not be empty" : `must have ${limit} characters or more`,
  maxLength: (limit) => `must have at most ${limit === 1 ? "one character" : `${limit} characters`}`,
  minItems: (limit) => `must have ${limit === 1 ? "at least one element" : `${limit} elements or more`}`,
  maxItems: (limit) => `must have at most ${limit === 1 ? "one element" : `${limit} elements`}`,
  minProperties: (limit) => `must have ${limit === 1 ? "at least one field" : `${limit} fields or more`}`,
  maxProperties: (limit) => `must have at most ${limit === 1 ? "one field" : `${limit} fields`}`
};
function expectation(error, schema) {
  const params = error.params;
  const withLimit = expectations[error.keyword];
  if (withLimit) return withLimit(params.limit, schema);
  if (error.keyword === "type") return `must be ${nounOf({ type: params.type })}`;
  if (schema["x-expected"] !== void 0) return `must be ${schema["x-expected"]}`;
  if (error.keyword === "enum") return `must be ${listed(params.allowedValues)}`;
  if (error.keyword === "const") return `must be ${JSON.stringify(params.allowedValue)}`;
  if (error.keyword === "format") return `must be a valid ${String(params.format)}`;
  if (error.keyword === "multipleOf") return `must be a multiple of ${String(params.multipleOf)}`;
  return error.message ?? `must satisfy ${error.keyword}`;
}
function listed(values) {
  const texts = values.slice(0, 12).map((value) => JSON.stringify(value));
  const more = values.length > texts.length ? [`${values.length - texts.length} more`] : [];
  const all = [...texts, ...more];
  return all.length === 1 ? all[0] ?? "" : `one of ${all.slice(0, -1).join(", ")} or ${all.at(-1) ?? ""}`;
}
function gotIn(error) {
  if (error.keyword === "minLength" || error.keyword === "maxLength") return shown(error.data);
  if (error.keyword === "minItems" || error.keyword === "maxItems")
    return String(error.data.length);
  return shown(error.data);
}
function suggestion(pointer, schema) {
  const name = fromPointer(pointer).at(-1) ?? "";
  const near = nearest(name, Object.keys(schema.properties ?? {}), 1)[0];
  return near === void 0 ? "" : `; did you mean ${near}?`;
}

// src/contract/validation/schema-compiler.ts
function validatorKey(pointer, { asText, optional }) {
  return `${asText ? "~" : "="}${optional?.direction ?? ""} ${pointer}`;
}

// src/contract/validation/schema-validator.ts
var plain = { asText: false, optional: void 0 };
var SchemaValidators = class _SchemaValidators {
  /**
   * @param compilerFor makes what compiles schemas; undefined where every validator is precompiled
   * @param precompiled finds a precompiled validator by its key
   * @param patternWork the budget of the document's patterns; a value on which it is spent is not valid
   */
  constructor(document, compilerFor, precompiled = () => void 0, patternWork) {
    this.document = document;
    this.compilerFor = compilerFor;
    this.precompiled = precompiled;
    this.patternWork = patternWork;
    this.compiler = compilerFor?.(document);
  }
  document;
  compilerFor;
  precompiled;
  patternWork;
  compiled = /* @__PURE__ */ new Map();
  /** Schemas that were needed and can't be compiled. */
  unusable = [];
  oneWay = /* @__PURE__ */ new Map();
  /** True if a direction makes a difference to a schema, by both. */
  areOptional = /* @__PURE__ */ new Map();
  variants = /* @__PURE__ */ new WeakMap();
  compiler;
  pointers;
  /** Validators of a variant of the document, compiled in the same way. */
  forVariant(document) {
    return new _SchemaValidators(document, this.compilerFor, void 0, this.patternWork);
  }
  /** The validator of the schema at `pointer`; it reports every problem. */
  at(pointer) {
    return this.validatorOf(pointer, plain);
  }
  /** As `at`, but properties of the other direction are not required: `readOnly` ones in a request. */
  oneWayAt(pointer, direction) {
    return this.validatorOf(pointer, { asText: false, optional: this.optionalIn(pointer, direction) });
  }
  /**
   * As `at`, for values that travel as text (parameters): `"5"` is a number where one is expected. The validator takes
   * `{ value }` and puts the converted value in its place.
   */
  coercingAt(pointer) {
    return this.validatorOf(pointer, { asText: true, optional: void 0 });
  }
  /** As `coercingAt`, for the fields of a form, in a request. */
  formAt(pointer) {
    return this.validatorOf(pointer, { asText: true, optional: this.optionalIn(pointer, "readOnly") });
  }
  /**
   * The problems of a value, as sentences; empty when it is valid.
   *
   * @param validator one of this object's
   * @param root the name of the value itself, such as `body`
   */
  problems(validator, value, root) {
    if (validator(value)) return [];
    const optional = this.variants.get(validator)?.optional;
    if (isWorkSpent(validator)) return problemsOf(validator.errors ?? [], root);
    const errors = explainUnions(
      validator.errors ?? [],
      (schema, data) => this.errorsAgainst(schema, data, optional?.direction)
    );
    return problemsOf(errors, root, (schema) => followSchema(this.document, schema) ?? schema);
  }
  /** Undefined where the object is none of the document's, or was not precompiled. */
  errorsAgainst(schema, value, direction) {
    this.pointers ??= pointersOf(this.document);
    const pointer = this.pointers.get(schema);
    if (pointer === void 0) return void 0;
    const variant = { asText: false, optional: direction && this.optionalIn(pointer, direction) };
    if (!this.compiler && !this.precompiled(validatorKey(pointer, variant))) return void 0;
    const validator = this.validatorOf(pointer, variant);
    return validator(value) ? [] : [...validator.errors ?? []];
  }
  /** The properties that need not be there in a direction; undefined where that makes no difference to the schema. */
  optionalIn(pointer, direction) {
    const properties = this.propertiesOf(direction);
    const key = `${direction} ${pointer}`;
    let isNeeded = this.areOptional.get(key);
    if (isNeeded === void 0) {
      isNeeded = properties.isIn({ $ref: pointer });
      this.areOptional.set(key, isNeeded);
    }
    return isNeeded ? properties : void 0;
  }
  propertiesOf(direction) {
    const known2 = this.oneWay.get(direction) ?? new OneWayProperties(this.document, direction);
    this.oneWay.set(direction, known2);
    return known2;
  }
  validatorOf(pointer, variant) {
    const key = validatorKey(pointer, variant);
    const known2 = this.compiled.get(key);
    if (known2) return known2;
    const made = this.precompiled(key) ?? this.compile(pointer, variant);
    const validator = this.patternWork ? withinWork(made, this.patternWork) : made;
    this.compiled.set(key, validator);
    this.variants.set(validator, variant);
    return validator;
  }
  /**
   * A schema that can't be compiled, such as `type: file`, constrains nothing: one mistake must not stop a whole document.
   *
   * @throws Error where there is no compiler and the validator was not precompiled
   */
  compile(pointer, variant) {
    if (!this.compiler)
      throw new Error(
        `The compiled document has no validator of the schema at ${pointer}; compile it again with this version of Drydock.`
      );
    try {
      return this.compiler.compile(pointer, variant);
    } catch (cause) {
      this.unusable.push({ pointer, reason: cause.message });
      return (() => true);
    }
  }
};
var spent = {
  keyword: "patternWork",
  instancePath: "",
  schemaPath: "#",
  params: {},
  message: "must take less work to match the document's patterns",
  schema: {},
  parentSchema: {}
};
function withinWork(validator, work) {
  const within = (value) => {
    work.enter();
    try {
      const isValid = validator(value);
      within.errors = validator.errors;
      return isValid;
    } catch (cause) {
      if (!(cause instanceof PatternWorkError)) throw cause;
      within.errors = [{ ...spent, data: value }];
      return false;
    }
  };
  within.errors = void 0;
  return Object.assign(within, {
    schema: validator.schema,
    schemaEnv: validator.schemaEnv
  });
}
function isWorkSpent({ errors }) {
  return errors?.[0]?.keyword === spent.keyword;
}

// src/contract/contract.ts
function createContract(source) {
  const { file, parts, document, operations, linesOf } = source;
  const lineOf = (pointer) => linesOf([pointer])[0] ?? 1;
  let warnings;
  const validators = new SchemaValidators(
    document,
    source.compilerFor,
    source.validators,
    source.patternWork
  );
  return {
    ...{ file, parts, document, operations, lineOf, linesOf, validators },
    service: document["x-drydock-service"],
    basePaths: defaultPathsOf(document.servers),
    errorBodies: new ErrorBodies(document, operations, validators, source.errorMaker),
    get warnings() {
      const unusable = validators.unusable.map(
        ({ pointer, reason }) => `${file}:${lineOf(pointer)}: the schema constrains nothing: ${reason}`
      );
      warnings ??= source.warnings();
      return [...warnings, ...unusable];
    }
  };
}

// src/contract/load-contract.ts
init_document_error();

// src/contract/document/load-document.ts
init_json_pointer();
import { readFileSync as readFileSync3 } from "node:fs";
import { createRequire } from "node:module";

// src/contract/precompiled/precompiled-data.ts
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
function readPrecompiled(file, sources) {
  if (!existsSync(file)) return void 0;
  const precompiled = JSON.parse(readFileSync(file, "utf8"));
  return precompiled.sources === digestOf(sources) ? precompiled.content : void 0;
}
function digestOf(sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    const bytes = readFileSync(source);
    hash.update(`${bytes.length}
`).update(bytes);
  }
  return hash.digest("hex");
}

// src/contract/precompiled/precompiled-lines.ts
init_json_pointer();
function lineIn(tree, pointer) {
  let [line, inside] = tree;
  for (const segment of fromPointer(pointer)) {
    if (inside === void 0 || !Object.hasOwn(inside, segment)) break;
    [line, inside] = inside[segment] ?? [line];
  }
  return line;
}

// src/contract/document/load-document.ts
init_document_error();
init_yaml_offset();
async function loadDocument(file, source = {}) {
  const { root, precompiled, text: text2, overlays = [] } = source;
  const read = precompiled && readPrecompiled(precompiled.document, [file]);
  if (read) {
    const linesOf = lazyLines(file, precompiled.lines);
    return { file, parts: [], document: read, linesOf, notes: [], isChecked: true };
  }
  const { DocumentFiles: DocumentFiles2, bundleFiles: bundleFiles2 } = await Promise.resolve().then(() => (init_bundle_files(), bundle_files_exports));
  const files2 = new DocumentFiles2(await import("yaml"), file, { root, text: text2 });
  const main = files2.main();
  assertKnownVersion(main.value, file);
  const bundled = bundleFiles2(main, files2);
  const notes = await applyOverlays(bundled, overlays);
  assertKnownVersion(bundled, file);
  const parts = [...files2.paths.slice(1), ...overlays];
  const shared = { file, parts, linesOf: main.linesOf };
  if (!("swagger" in bundled))
    return {
      ...shared,
      document: bundled,
      notes: [...notes, ...newerFeatures(bundled).map((note) => `${file}: ${note}`)]
    };
  const { convertSwagger: convertSwagger2 } = await Promise.resolve().then(() => (init_convert_swagger(), convert_swagger_exports));
  const remark = `${file}: Swagger 2.0 was converted to OpenAPI 3.0`;
  return { ...shared, document: convertSwagger2(bundled, file), notes: [remark, ...notes] };
}
async function applyOverlays(document, overlays) {
  if (overlays.length === 0) return [];
  const { applyOverlay: applyOverlay2 } = await Promise.resolve().then(() => (init_apply_overlay(), apply_overlay_exports));
  return overlays.flatMap((file) => applyOverlay2(document, file));
}
function lazyLines(file, linesBefore) {
  let find;
  return (pointers) => {
    find ??= precompiledFinder(file, linesBefore) ?? yamlFinder(file);
    return pointers.map(find);
  };
}
function precompiledFinder(file, linesBefore) {
  const tree = linesBefore && readPrecompiled(linesBefore, [file]);
  return tree && ((pointer) => lineIn(tree, pointer));
}
function yamlFinder(file) {
  const { LineCounter, ...yaml2 } = createRequire(import.meta.url)("yaml");
  const lines = new LineCounter();
  const parsed = yaml2.parseDocument(readFileSync3(file, "utf8"), { lineCounter: lines });
  return (pointer) => lines.linePos(yamlOffset(yaml2, parsed, fromPointer(pointer))).line;
}
function assertKnownVersion(raw, file) {
  const { openapi, swagger } = Object(raw);
  if (typeof openapi === "string" && /^3\.[012](\.|$)/.test(openapi)) return;
  if (openapi === void 0 && (swagger === "2.0" || swagger === 2)) return;
  const version = openapi ?? swagger;
  const got = version === void 0 ? 'it has no "openapi" field' : `its version is ${JSON.stringify(version)}`;
  throw new DocumentError(
    `${file}: not an OpenAPI document of version 3.0, 3.1 or 3.2, or Swagger 2.0: ${got}.`
  );
}
function newerFeatures(document) {
  if (!document.openapi.startsWith("3.2")) return [];
  const items = Object.entries(Object(document.paths));
  const methods = items.flatMap(([path, item]) => {
    const { query: query2, additionalOperations } = Object(item);
    const others = Object.keys(Object(additionalOperations));
    return [...query2 === void 0 ? [] : ["QUERY"], ...others].map((method) => `${method} ${path}`);
  });
  return [
    ...methods.map((operation) => `${operation} is not served: only the methods of OpenAPI 3.1 are`),
    ...uses(document, "querystring") ? ['parameters in "querystring" are not checked'] : [],
    ...uses(document, "itemSchema") ? ['"itemSchema" is not checked in requests'] : [],
    ..."$self" in document ? [`"$self" is not used: references start at the document's own place`] : []
  ];
}
function uses(node, name) {
  if (typeof node !== "object" || node === null) return false;
  return Object.entries(node).some(
    ([key, value]) => key === name || key === "in" && value === name || uses(value, name)
  );
}

// src/contract/document/broken-references.ts
init_json_pointer();
init_walk_document();
var BrokenReferences = class {
  constructor(document) {
    this.document = document;
  }
  document;
  found = [];
  known = /* @__PURE__ */ new Map();
  visit({ value: { $ref }, path }) {
    if (typeof $ref !== "string") return;
    let isGood = this.known.get($ref);
    if (isGood === void 0) this.known.set($ref, isGood = leadsSomewhere(this.document, $ref));
    if (!isGood) this.found.push({ reference: $ref, pointer: toPointer(path) });
  }
};
function reachedFromOperations(document, broken) {
  const references = new Set(broken.map(({ reference }) => reference));
  const reached = /* @__PURE__ */ new Set();
  const followed = /* @__PURE__ */ new Set();
  const follow3 = (root, kind) => walkDocument(
    root,
    ({ value: { $ref }, kind: kindHere }) => {
      if (kindHere === "data") return false;
      if (typeof $ref !== "string") return true;
      if (references.has($ref)) reached.add($ref);
      else if ($ref.startsWith("#/") && !followed.has($ref)) {
        followed.add($ref);
        follow3(valueAt(document, $ref), kindHere);
      }
      return true;
    },
    kind
  );
  follow3(document.paths, "objects");
  return broken.filter(
    ({ reference, pointer }) => reached.has(reference) && !pointer.startsWith("/webhooks/")
  );
}
function leadsSomewhere(document, reference) {
  if (reference !== "#" && !reference.startsWith("#/")) return true;
  try {
    return valueAt(document, reference) !== void 0;
  } catch {
    return false;
  }
}

// src/contract/document/document-shape.ts
init_json_pointer();
init_openapi();
function* misshapenParts(document) {
  yield* security(document.security, ["security"]);
  for (const [name, item] of entriesOf(document.paths)) {
    const path = ["paths", name];
    yield* parameters(fieldsOf(item).parameters, [...path, "parameters"]);
    for (const method of httpMethods) {
      const operation = fieldsOf(item)[method];
      if (operation !== void 0) yield* operationParts(fieldsOf(operation), [...path, method]);
    }
  }
  const { parameters: shared, requestBodies, responses, securitySchemes } = fieldsOf(document.components);
  yield* each(shared, ["components", "parameters"], parameter);
  yield* each(requestBodies, ["components", "requestBodies"], body);
  yield* each(responses, ["components", "responses"], body);
  yield* each(securitySchemes, ["components", "securitySchemes"], securityScheme);
}
function* misshapenNode({ value, path, kind }) {
  if (kind === "object" || kind === "schema") yield* text(value.$ref, [...path, "$ref"]);
  if (kind !== "schema") return;
  for (const keyword of ["allOf", "anyOf", "oneOf"]) yield* list(value[keyword], [...path, keyword]);
}
function* operationParts(operation, path) {
  yield* text(operation.operationId, [...path, "operationId"]);
  yield* parameters(operation.parameters, [...path, "parameters"]);
  yield* security(operation.security, [...path, "security"]);
  if (operation.requestBody) yield* body(operation.requestBody, [...path, "requestBody"]);
  yield* each(operation.responses, [...path, "responses"], body);
}
function* parameters(value, path) {
  yield* list(value, path);
  for (const [index, one2] of itemsOf(value)) yield* parameter(one2, [...path, String(index)]);
}
function* security(value, path) {
  yield* list(value, path);
  for (const [index, one2] of itemsOf(value)) yield* object(one2, [...path, String(index)]);
}
function* parameter(value, path) {
  const { name, content } = fieldsOf(value);
  yield* text(name, [...path, "name"]);
  yield* each(content, [...path, "content"], object);
}
function* body(value, path) {
  yield* object(value ?? {}, path);
  yield* each(fieldsOf(value).content, [...path, "content"], object);
  yield* each(fieldsOf(value).headers, [...path, "headers"], object);
}
function* securityScheme(value, path) {
  yield* object(value, path);
  for (const field of ["type", "name", "in", "scheme"]) yield* text(fieldsOf(value)[field], [...path, field]);
}
function* each(map, path, part) {
  yield* object(map ?? {}, path);
  for (const [name, value] of entriesOf(map)) yield* part(value, [...path, name]);
}
function* object(value, path) {
  if (value !== void 0 && (typeof value !== "object" || value === null || Array.isArray(value)))
    yield wrong(value, path, "an object");
}
function* list(value, path) {
  if (value !== void 0 && value !== null && !Array.isArray(value)) yield wrong(value, path, "a list");
}
function* text(value, path) {
  if (value !== void 0 && typeof value !== "string") yield wrong(value, path, "a text");
}
function wrong(value, path, expected) {
  return { pointer: toPointer(path), text: `${path.at(-1) ?? ""} must be ${expected}, got ${shown(value)}` };
}
function entriesOf(value) {
  return Array.isArray(value) ? [] : Object.entries(fieldsOf(value)).filter(([name]) => !name.startsWith("x-"));
}
function itemsOf(value) {
  return Array.isArray(value) ? value.entries() : [];
}
function fieldsOf(value) {
  return typeof value === "object" && value !== null ? value : {};
}

// src/contract/document/inspect-document.ts
init_walk_document();
init_json_pointer();
function inspectDocument(document, patterns) {
  const isOlder = document.openapi.startsWith("3.0");
  const repairs = [];
  const unenforced = [];
  const unknownKeywords = [];
  const misshapen = [];
  const references = new BrokenReferences(document);
  walkDocument(document, (node) => {
    if (node.kind === "data") return false;
    repairNode(node, (remark) => repairs.push(remark));
    if (isOlder) upgradeSchema(node);
    unknownKeywords.push(...unknownKeywordsIn(node));
    misshapen.push(...misshapenNode(node));
    for (const { pointer, source, reason } of patterns?.unenforcedIn(node) ?? [])
      unenforced.push({ pointer, text: `the pattern ${shown(source)} is not enforced: ${reason}` });
    references.visit(node);
    return true;
  });
  if (isOlder) document.openapi = "3.1.1";
  const reached = references.found.length === 0 ? [] : reachedFromOperations(document, references.found);
  const unreached = references.found.filter((one2) => !reached.includes(one2));
  return {
    remarks: [
      ...unenforced,
      ...repairs,
      ...unreached.map(({ pointer, reference }) => ({
        pointer,
        text: `the $ref ${reference} leads nowhere, and no operation needs it`
      }))
    ],
    unknownKeywords,
    broken: reached,
    misshapen: [...misshapen, ...misshapenParts(document)]
  };
}
function repairNode({ value, path, kind }, remark) {
  const object2 = value;
  if (kind === "schema" && typeof object2.nullable === "boolean" && object2.type === void 0)
    delete object2.nullable;
  for (const key of Object.keys(object2)) {
    if (object2[key] !== null || !mayBeEmpty(key, kind, path.at(-1))) continue;
    object2[key] = {};
    const what = path.at(-1) === "content" ? "media type" : "schema";
    remark({ pointer: toPointer([...path, key]), text: `a ${what} that is null says nothing` });
  }
}
function mayBeEmpty(key, kind, parentKey) {
  if (kind === "schemas") return parentKey === "properties" || parentKey === "schemas";
  if (kind === "objects") return parentKey === "content";
  return key === (kind === "schema" ? "items" : "schema");
}
function upgradeSchema({ value, kind }) {
  if (kind !== "schema") return;
  const schema = value;
  if (schema.nullable === true && schema.type !== void 0) {
    schema.type = [...new Set([schema.type, "null"].flat())];
    if (Array.isArray(schema.enum) && schema.default === null && !schema.enum.includes(null))
      schema.enum = [...schema.enum, null];
  }
  if (typeof schema.nullable === "boolean") delete schema.nullable;
  exclusive(schema, "exclusiveMinimum", "minimum");
  exclusive(schema, "exclusiveMaximum", "maximum");
}
function exclusive(schema, keyword, bound) {
  const isExclusive = schema[keyword];
  if (typeof isExclusive !== "boolean") return;
  Reflect.deleteProperty(schema, keyword);
  if (!isExclusive || schema[bound] === void 0) return;
  schema[keyword] = schema[bound];
  Reflect.deleteProperty(schema, bound);
}
var plainKeywords = `
  $ref $id $schema $anchor $comment $dynamicRef $dynamicAnchor $vocabulary
  type const enum multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern
  minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required dependentRequired
  format contentEncoding contentMediaType title description default deprecated readOnly writeOnly
  examples example discriminator xml externalDocs`;
var known = /* @__PURE__ */ new Set([...subschemaKeywords.keys(), ...plainKeywords.trim().split(/\s+/)]);
function unknownKeywordsIn({ value, path, kind }) {
  if (kind !== "schema") return [];
  const unknown = Object.keys(value).filter((keyword) => !known.has(keyword) && !keyword.startsWith("x-"));
  return unknown.map((keyword) => ({ keyword, pointer: toPointer([...path, keyword]) }));
}

// src/contract/precompiled/precompiled-validators.ts
import { existsSync as existsSync2 } from "node:fs";
import { createRequire as createRequire2 } from "node:module";
import { fileURLToPath as fileURLToPath2 } from "node:url";
init_json_pointer();
function precompiledValidators(module, file, document) {
  const path = fileURLToPath2(module);
  if (!existsSync2(path)) return void 0;
  const { sources, makers } = createRequire2(import.meta.url)(path);
  if (sources !== digestOf([file])) return void 0;
  return (key) => makers.get(key)?.((pointer) => valueAt(document, pointer));
}

// src/contract/validation/ajv-compiler.ts
import { createRequire as createRequire5 } from "node:module";

// src/contract/validation/document-ajv.ts
import { createRequire as createRequire4 } from "node:module";

// src/contract/validation/linear-formats.ts
init_linear_pattern();
var shortText = 500;
function linearFormats(formats) {
  const { url, uri, "uri-reference": reference } = formats;
  if (!(reference instanceof RegExp)) return {};
  const pattern = new LinearPattern(reference.source, reference.flags);
  const isReference = (text2) => pattern.search(text2) !== false;
  return {
    "uri-reference": isReference,
    uri: shortOr(uri, (text2) => /^[a-z][a-z0-9+.-]*:/i.test(text2) && isReference(text2)),
    url: shortOr(url, (text2) => URL.canParse(text2))
  };
}
function shortOr(format, whenLong) {
  const whenShort = format instanceof RegExp ? (text2) => format.test(text2) : format;
  return (text2) => text2.length > shortText ? whenLong(text2) : whenShort(text2);
}

// src/contract/validation/linear-unique-items.ts
import { createRequire as createRequire3 } from "node:module";

// src/contract/validation/first-duplicate.ts
init_json_equal();
function firstDuplicate(items) {
  const places = /* @__PURE__ */ new Map();
  for (const [place2, item] of items.entries()) {
    const text2 = canonicalText(item);
    const before = places.get(text2);
    if (before !== void 0) return { place: place2, before };
    places.set(text2, place2);
  }
  return void 0;
}

// src/contract/validation/linear-unique-items.ts
var require2 = createRequire3(import.meta.url);
function useLinearUniqueItems(ajv) {
  const { _, str } = require2("ajv/dist/2020.js");
  const code = _`require("drydock-kit/first-duplicate").default`;
  const keyword = {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: {
      message: ({ params: { i, j } }) => str`must NOT have duplicate items (items ## ${j} and ${i} are identical)`,
      params: ({ params: { i, j } }) => _`{i: ${i}, j: ${j}}`
    },
    code(context) {
      if (context.schema !== true) return;
      const { gen, data } = context;
      const find = gen.scopeValue("func", { ref: firstDuplicate, code });
      const found = gen.const("duplicate", _`${find}(${data})`);
      context.setParams({ i: _`${found}.place`, j: _`${found}.before` });
      context.fail(_`${found} !== undefined`);
    }
  };
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword(keyword);
}

// src/contract/validation/document-ajv.ts
var require3 = createRequire4(import.meta.url);
function ajvFor(document, { coerceTypes, keepSource = false, compilePattern = nativePattern }, ignoresIds = false) {
  const { Ajv2020: Ajv } = require3("ajv/dist/2020.js");
  const addFormats = require3("ajv-formats");
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    // inspect-document.ts reports unknown keywords with their lines; here they must not throw.
    strict: false,
    // A test and the linter check our own schemas against the meta-schema; that need not happen at each start.
    validateSchema: false,
    strictNumbers: true,
    logger: false,
    coerceTypes,
    ...ignoresIds ? { schemaId: "x-drydock-id", meta: false } : {},
    code: {
      regExp: regExpEngine(compilePattern),
      process: collectInPlace,
      source: keepSource,
      lines: keepSource,
      // A third of the time that a large form's first request takes; kept code is made before the start.
      optimize: keepSource
    }
  });
  addFormats(ajv);
  if (compilePattern !== nativePattern) {
    for (const [name, format] of Object.entries(linearFormats(ajv.formats))) ajv.addFormat(name, format);
    useLinearUniqueItems(ajv);
  }
  if (coerceTypes) acceptSeveralBranches(ajv);
  for (const format of ["password", "binary", "byte"]) ajv.addFormat(format, true);
  try {
    ajv.addSchema(document, documentKey, false, false);
  } catch (cause) {
    if (ignoresIds) throw cause;
    return ajvFor(document, { coerceTypes, keepSource, compilePattern }, true);
  }
  return ajv;
}
function acceptSeveralBranches(ajv) {
  const { default: anyOf } = require3("ajv/dist/vocabularies/applicator/anyOf.js");
  ajv.removeKeyword("oneOf");
  ajv.addKeyword({ ...anyOf, keyword: "oneOf" });
}
var documentKey = "https://drydock.invalid/document";
function referenceTo(pointer) {
  return `${documentKey}#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}
function endLoops(code) {
  return code.replace(
    /for\(let (\w{1,9})=0; \1<(\w{1,9}); \1\+\+\)/g,
    `for(let $1=0; $1<$2 && errors<${maxErrors}; $1++)`
  );
}
function collectInPlace(code) {
  return endLoops(code).replace(
    /vErrors\.concat\((\w+\.errors)\)/g,
    "($1.forEach((error) => vErrors.push(error)), vErrors)"
  );
}
var nativePattern = (source, flags) => new RegExp(source, flags);
function regExpEngine(compile) {
  const code = compile === nativePattern ? "new RegExp" : "compilePattern";
  return Object.assign((source, flags) => compile(source, flags), { code });
}

// src/contract/validation/ajv-compiler.ts
var require4 = createRequire5(import.meta.url);
function ajvCompiler(compilePattern) {
  return (document) => {
    const ajvs = /* @__PURE__ */ new Map();
    const ajvOf = ({ asText, optional }) => {
      const key = `${asText} ${optional?.direction ?? ""}`;
      const known2 = ajvs.get(key);
      if (known2) return known2;
      const ajv = ajvFor(document, { coerceTypes: asText && "array", compilePattern });
      if (optional) relax(ajv, optional);
      ajvs.set(key, ajv);
      return ajv;
    };
    return { compile: (pointer, variant) => ajvOf(variant).compile(schemaFor(pointer, variant)) };
  };
}
function schemaFor(pointer, { asText }) {
  const schema = { $ref: referenceTo(pointer) };
  return asText ? { properties: { value: schema } } : schema;
}
function relax(ajv, optional) {
  const { default: required } = require4("ajv/dist/vocabularies/validation/required.js");
  ajv.removeKeyword("required");
  ajv.addKeyword({
    ...required,
    keyword: "required",
    code: (context) => {
      const names = optional.exemptIn(context.parentSchema);
      const kept = context.schema.filter((name) => !names?.has(name));
      if (kept.length > 0) required.code(Object.create(context, { schema: { value: kept } }));
    }
  });
}

// src/contract/load-contract.ts
async function loadContract(file, options = {}) {
  const { strict = false, precompiled, errorMakerFor } = options;
  const patterns = strict ? void 0 : await foreignPatterns();
  const checked = await loadChecked(file, options, patterns);
  return createContract({
    ...checked,
    compilerFor: ajvCompiler(patterns?.compile),
    patternWork: patterns?.work,
    errorMaker: errorMakerFor?.(checked.document),
    operations: readOperations(checked),
    validators: precompiled && precompiledValidators(precompiled.validators, file, checked.document)
  });
}
async function loadChecked(file, { strict = false, errorMakerFor: _, ...source }, patterns) {
  const { notes, isChecked, ...loaded } = await loadDocument(file, source);
  if (isChecked) return { ...loaded, warnings: () => [] };
  const { document, linesOf } = loaded;
  const at = (pointer) => `${file}:${linesOf([pointer])[0]}`;
  const { remarks, unknownKeywords, broken, misshapen } = inspectDocument(document, patterns);
  const keywords = unknownKeywords.map(({ keyword, pointer }) => ({
    pointer,
    text: `unknown schema keyword ${JSON.stringify(keyword)}`
  }));
  const [unknown] = keywords;
  if (strict && unknown)
    throw new DocumentError(`${at(unknown.pointer)}: ${unknown.text}; an extension would start with x-.`);
  const [wrong2] = misshapen;
  if (wrong2) throw new DocumentError(`${at(wrong2.pointer)}: ${wrong2.text}.`);
  const [first] = broken;
  if (first) throw new DocumentError(`${at(first.pointer)}: the $ref ${first.reference} leads nowhere.`);
  const remarked = [...remarks, ...keywords];
  const warnings = () => {
    const lines = remarked.length === 0 ? [] : linesOf(remarked.map(({ pointer }) => pointer));
    return [...notes, ...remarked.map(({ text: text2 }, index) => `${file}:${lines[index]}: ${text2}`)];
  };
  return { ...loaded, warnings };
}
async function foreignPatterns() {
  const { DocumentPatterns: Patterns } = await Promise.resolve().then(() => (init_document_patterns(), document_patterns_exports));
  return new Patterns(new PatternWork());
}
function readOperations({
  file,
  document,
  linesOf
}) {
  try {
    const operations = operationsOf(document);
    if (operations.length > 0) return operations;
  } catch (cause) {
    const line = cause instanceof LostReferenceError ? linesOf?.([cause.pointer])[0] : void 0;
    const place2 = line === void 0 ? file : `${file}:${line}`;
    throw new DocumentError(`${place2}: ${cause.message}.`, { cause });
  }
  throw new DocumentError(`${file}: the document has no operation to serve.`);
}

// src/contract/option-error.ts
var OptionError = class extends Error {
  name = "OptionError";
};

// src/contract/specs/fetch-document.ts
init_document_error();
init_document_files();
init_system_failure();
var timeoutMs = 3e4;
var maxRedirects = 5;
async function fetchDocument(address) {
  const name = shownAddress(address);
  const refuse = (why, cause) => new DocumentError(`Failed to fetch the document ${name}: ${why}.`, { cause });
  try {
    const response = await follow2(address, AbortSignal.timeout(timeoutMs), refuse);
    if (!response.ok) throw refuse(`the server answered ${response.status}`);
    return await bounded(response, refuse);
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    if (cause.name === "TimeoutError")
      throw refuse(`it takes more than ${timeoutMs / 1e3} s`, cause);
    throw refuse(networkFailure(cause), cause);
  }
}
async function follow2(address, signal, refuse) {
  let url = allowed(address, refuse);
  const headers = { Accept: "application/yaml, application/json, */*;q=0.8", "User-Agent": "drydock-kit" };
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(url.href, { redirect: "manual", signal, headers });
    const next = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || next === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(next, url.href)) throw refuse("it is redirected to what is no address");
    url = allowed(new URL(next, url).href, refuse);
  }
  throw refuse(`it is redirected more than ${maxRedirects} times`);
}
function allowed(address, refuse) {
  if (!URL.canParse(address)) throw refuse("it is no address");
  const url = new URL(address);
  if (url.username !== "" || url.password !== "")
    throw refuse("an address may not contain a user or a password; save the document to a file");
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === "https:" || url.protocol === "http:" && isHere) return url;
  throw refuse("only https is followed, and http to this machine");
}
async function bounded(response, refuse) {
  const chunks = [];
  let size = 0;
  const body2 = response.body;
  for await (const chunk2 of body2 ?? []) {
    size += chunk2.length;
    if (size > maxFileBytes) throw refuse(`it is larger than ${maxFileBytes / 1024 / 1024} MiB`);
    chunks.push(chunk2);
  }
  return Buffer.concat(chunks).toString("utf8");
}
function networkFailure(cause) {
  const inner = cause.cause;
  return inner instanceof Error && "code" in inner ? systemFailure(inner) : "the connection failed";
}
function shownAddress(address) {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

// src/contract/specs/join-documents.ts
init_walk_document();
init_json_pointer();
init_openapi();
var place = "x-documents";
function joinDocuments(parts) {
  const joined2 = new JoinedDocument();
  for (const [index, part] of parts.entries()) joined2.add(part, index);
  const titles = parts.map(({ document }) => document.info.title);
  return {
    openapi: "3.1.1",
    info: {
      title: titles.join(" and "),
      version: parts.map(({ document }) => document.info.version).join(" and ")
    },
    paths: joined2.paths,
    components: { securitySchemes: joined2.securitySchemes },
    [place]: parts.map(({ document }) => document)
  };
}
function partOf(parts, pointer) {
  const [first, second = "", ...rest] = fromPointer(pointer);
  if (first === place) return { index: Number(second), pointer: toPointer(rest) };
  const index = parts.findIndex(
    ({ document, prefix }) => document.paths?.[second.slice(prefix.length)] && second.startsWith(prefix)
  );
  const path = second.slice(parts[index]?.prefix.length);
  return { index: Math.max(index, 0), pointer: toPointer(["paths", path, ...rest]) };
}
var JoinedDocument = class {
  paths = {};
  securitySchemes = {};
  ids = /* @__PURE__ */ new Set();
  add({ document, prefix }, index) {
    const schemes = this.addSchemes(document, prefix);
    leadInto(document, `/${place}/${index}`);
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      if (!path.startsWith("/")) continue;
      const servers = item.servers ?? document.servers;
      const whole2 = {
        ...this.itemOf(document, item, index),
        "x-drydock-prefix": prefix,
        ...servers ? { servers } : {}
      };
      for (const method of httpMethods) {
        const operation = whole2[method];
        if (!operation) continue;
        const security2 = operation.security ?? document.security;
        whole2[method] = {
          ...operation,
          ...operation.operationId === void 0 ? {} : { operationId: this.idFor(operation.operationId, prefix) },
          ...security2 ? { security: security2.map((one2) => renamed(one2, schemes)) } : {}
        };
      }
      this.paths[prefix + path] = whole2;
    }
  }
  itemOf(document, item, index) {
    const root = { [place]: { [index]: document } };
    return follow(root, { pointer: "", value: item }).value;
  }
  /** @returns the new name of each scheme */
  addSchemes(document, prefix) {
    const names = /* @__PURE__ */ new Map();
    for (const [name, value] of Object.entries(document.components?.securitySchemes ?? {})) {
      const free = Object.hasOwn(this.securitySchemes, name) ? `${prefix.slice(1)}_${name}` : name;
      names.set(name, free);
      this.securitySchemes[free] = follow(document, { pointer: "", value }).value;
    }
    return names;
  }
  idFor(id, prefix) {
    const free = this.ids.has(id) ? `${prefix.slice(1)}_${id}` : id;
    this.ids.add(free);
    return free;
  }
};
function renamed(requirement, names) {
  return Object.fromEntries(
    Object.entries(requirement).map(([name, scopes]) => [names.get(name) ?? name, scopes])
  );
}
function leadInto(document, start) {
  const moved = (reference) => reference === "#" || typeof reference === "string" && reference.startsWith("#/") ? `#${start}${reference.slice(1)}` : reference;
  walkDocument(document, ({ value, kind }) => {
    if (kind === "data") return false;
    const node = value;
    if (typeof node.$ref === "string") node.$ref = moved(node.$ref);
    const { mapping } = Object(kind === "schema" ? node.discriminator : void 0);
    for (const name of Object.keys(Object(mapping)))
      if (mapping) mapping[name] = moved(mapping[name]);
    return true;
  });
}

// src/contract/specs/spec-source.ts
import { existsSync as existsSync3 } from "node:fs";
function readSpecSource(text2) {
  const at = text2.indexOf("=");
  if (at === -1 || isAddress(text2) || existsSync3(text2)) return { location: text2, prefix: "" };
  const prefix = text2.slice(0, at).replace(/\/+$/, "").replace(/^(?=[^/])/, "/");
  const location = text2.slice(at + 1);
  if (/^(\/[\w.~-]+)*$/.test(prefix) && location !== "") return { location, prefix };
  throw new OptionError(
    `The document must be FILE or PREFIX=FILE such as /billing=billing.yaml, got ${JSON.stringify(text2)}.`
  );
}
function isAddress(location) {
  return /^https?:\/\//i.test(location);
}

// src/contract/specs/load-specs.ts
async function loadSpecs({
  specs,
  overlays = [],
  root,
  fetched = /* @__PURE__ */ new Map(),
  errorMakerFor
}) {
  const sources = withOverlays(specs.map(readSpecSource), overlays);
  const read = await Promise.all(sources.map((source) => withText(source, fetched)));
  const [only] = read;
  if (only && read.length === 1 && only.prefix === "")
    return loadContract(only.name, { root, text: only.text, overlays: only.overlays, errorMakerFor });
  return joined(read, root, errorMakerFor);
}
async function joined(read, root, errorMakerFor) {
  const patterns = await foreignPatterns();
  const checked = [];
  for (const { name, text: text2, overlays } of read)
    checked.push(await loadChecked(name, { root, text: text2, overlays }, patterns));
  const parts = checked.map(({ document: document2 }, index) => ({ document: document2, prefix: read[index]?.prefix ?? "" }));
  for (const one2 of checked) readOperations(one2);
  const file = read.map(({ name }) => name).join(" and ");
  const document = joinDocuments(parts);
  const lineOf = (pointer) => {
    const inside = partOf(parts, pointer);
    return checked[inside.index]?.linesOf([inside.pointer])[0] ?? 1;
  };
  return createContract({
    ...{ file, document, operations: readOperations({ file, document }) },
    compilerFor: ajvCompiler(patterns.compile),
    patternWork: patterns.work,
    errorMaker: errorMakerFor?.(document),
    parts: [
      ...read.flatMap(({ location, text: text2 }) => text2 === void 0 ? [location] : []),
      ...checked.flatMap((one2) => one2.parts)
    ],
    linesOf: (pointers) => pointers.map(lineOf),
    warnings: () => checked.flatMap(({ warnings }) => warnings())
  });
}
function withOverlays(sources, overlays) {
  const taken = /* @__PURE__ */ new Set();
  for (const { prefix } of sources) {
    if (taken.has(prefix))
      throw new OptionError(
        `Two documents have the prefix ${JSON.stringify(prefix)}; give each one of its own, such as --spec /a=a.yaml --spec /b=b.yaml.`
      );
    taken.add(prefix);
  }
  const changes = overlays.map(readSpecSource);
  const [stray] = changes.filter(
    ({ prefix }) => !taken.has(prefix) && !(prefix === "" && sources.length === 1)
  );
  if (stray)
    throw new OptionError(
      `No document has the prefix ${JSON.stringify(stray.prefix)} of the overlay ${stray.location}; the documents have ${[...taken].map((one2) => JSON.stringify(one2)).join(" and ")}.`
    );
  return sources.map((source) => ({
    ...source,
    overlays: changes.filter(({ prefix }) => prefix === source.prefix || sources.length === 1).map(({ location }) => location)
  }));
}
async function withText(source, fetched) {
  const { location } = source;
  if (!isAddress(location)) return { ...source, name: location, text: void 0 };
  const text2 = fetched.get(location) ?? await fetchDocument(location);
  fetched.set(location, text2);
  return { ...source, name: shownAddress(location), text: text2 };
}

// src/diff/diff-documents.ts
init_json_pointer();

// src/diff/change-kinds.ts
var maxShown = 8;
function list2(values) {
  if (!Array.isArray(values)) return typeof values === "string" ? values : shown(values);
  const words2 = values.slice(0, maxShown).map((value) => typeof value === "string" ? value : shown(value));
  const left = values.length - words2.length;
  return left === 0 ? words2.join(", ") : `${words2.join(", ")} and ${left} more`;
}
var countOf = (values) => Array.isArray(values) && values.length > 1 ? "values" : "value";
var removed = () => "was removed";
var changed = ({ before, after }) => `was ${list2(before)}, is ${list2(after)}`;
var ofSchemas = {
  "type-narrowed": {
    breaks: "request",
    says: ({ before, after }) => `accepted ${list2(before)}, accepts ${list2(after)}`
  },
  "type-widened": {
    breaks: "response",
    says: ({ before, after }) => `was ${list2(before)}, may be ${list2(after)}`
  },
  "type-changed": { breaks: "both", says: changed },
  "null-forbidden": { breaks: "request", says: () => "may no longer be null" },
  "null-allowed": { breaks: "response", says: () => "may be null" },
  "enum-values-removed": {
    breaks: "request",
    says: ({ before }) => `no longer takes ${list2(before)}`
  },
  "enum-values-added": {
    breaks: "response",
    says: ({ after }) => `has the new ${countOf(after)} ${list2(after)}`
  },
  "enum-introduced": { breaks: "request", says: ({ after }) => `took any value, takes ${list2(after)}` },
  "enum-lifted": { breaks: "response", says: ({ before }) => `was one of ${list2(before)}, may be any value` },
  "lower-bound-raised": { breaks: "request", says: changed },
  "lower-bound-lowered": { breaks: "response", isLikely: true, says: changed },
  "upper-bound-lowered": { breaks: "request", says: changed },
  "upper-bound-raised": { breaks: "response", isLikely: true, says: changed },
  "pattern-added": { breaks: "request", says: ({ after }) => `must match ${shown(after)}` },
  "pattern-removed": {
    breaks: "response",
    isLikely: true,
    says: ({ before }) => `need not match ${shown(before)}`
  },
  "format-added": { breaks: "request", says: ({ after }) => `must have the format ${list2(after)}` },
  "format-removed": {
    breaks: "response",
    isLikely: true,
    says: ({ before }) => `need not have the format ${list2(before)}`
  },
  "multiple-added": { breaks: "request", says: ({ after }) => `must be a multiple of ${list2(after)}` },
  "multiple-removed": {
    breaks: "response",
    isLikely: true,
    says: ({ before }) => `need not be a multiple of ${list2(before)}`
  },
  "unique-items-required": { breaks: "request", says: () => "must have no element twice" },
  "unique-items-lifted": { breaks: "response", isLikely: true, says: () => "may have an element twice" },
  "property-added": { breaks: "neither", says: () => "is new and optional" },
  "required-property-added": { breaks: "request", says: () => "is new and required" },
  "property-removed": { breaks: "both", isLikely: true, says: removed },
  "property-refused": { breaks: "request", says: () => "was removed, and other fields are refused" },
  "required-property-removed": { breaks: "response", says: removed },
  "property-became-required": { breaks: "request", says: () => "became required" },
  "property-became-optional": { breaks: "response", says: () => "is no longer always there" },
  "other-properties-refused": { breaks: "request", says: () => "refuses fields that it does not name" },
  "other-properties-allowed": { breaks: "neither", says: () => "may have fields that it does not name" },
  "alternative-removed": { breaks: "request", says: ({ before }) => `can no longer be ${list2(before)}` },
  "alternative-added": { breaks: "response", says: ({ after }) => `can also be ${list2(after)}` },
  "discriminator-changed": { breaks: "both", isLikely: true, says: changed },
  "condition-added": {
    breaks: "request",
    isLikely: true,
    says: ({ after }) => `has the new condition ${list2(after)}`
  },
  "condition-removed": {
    breaks: "response",
    isLikely: true,
    says: ({ before }) => `lost the condition ${list2(before)}`
  },
  "condition-changed": {
    breaks: "both",
    isLikely: true,
    says: ({ after }) => `has another condition ${list2(after)}`
  },
  "default-changed": {
    breaks: "request",
    isLikely: true,
    says: ({ before, after }) => `had the default ${shown(before)}, has ${shown(after)}`
  },
  "became-deprecated": { breaks: "neither", says: () => "became deprecated" },
  "no-longer-deprecated": { breaks: "neither", says: () => "is no longer deprecated" }
};
var ofOperations = {
  "operation-removed": { breaks: "request", says: removed },
  "operation-added": { breaks: "neither", says: () => "is new" },
  "operation-id-changed": { breaks: "neither", says: changed },
  "sunset-changed": {
    breaks: "neither",
    says: ({ before, after }) => `has the sunset ${shown(after)}, had ${shown(before)}`
  },
  "server-removed": { breaks: "request", says: ({ before }) => `is no longer at ${list2(before)}` },
  "server-added": { breaks: "neither", says: ({ after }) => `is also at ${list2(after)}` },
  "security-added": { breaks: "request", says: ({ after }) => `needs ${list2(after)}` },
  "security-alternative-removed": {
    breaks: "request",
    says: ({ before }) => `can no longer be called with ${list2(before)}`
  },
  "security-loosened": { breaks: "neither", says: ({ after }) => `can also be called with ${list2(after)}` },
  "required-parameter-added": { breaks: "request", says: () => "is new and required" },
  "parameter-added": { breaks: "neither", says: () => "is new and optional" },
  "parameter-removed": { breaks: "request", isLikely: true, says: removed },
  "parameter-became-required": { breaks: "request", says: () => "became required" },
  "parameter-became-optional": { breaks: "neither", says: () => "became optional" },
  "parameter-style-changed": { breaks: "request", says: changed },
  "required-body-added": { breaks: "request", says: () => "is new and required" },
  "body-added": { breaks: "neither", says: () => "is new and optional" },
  "body-removed": { breaks: "request", isLikely: true, says: removed },
  "body-became-required": { breaks: "request", says: () => "became required" },
  "body-became-optional": { breaks: "neither", says: () => "became optional" },
  "media-type-removed": {
    breaks: "both",
    says: ({ before }) => `no longer has the media type ${list2(before)}`
  },
  "media-type-added": { breaks: "neither", says: ({ after }) => `has the new media type ${list2(after)}` },
  "success-status-removed": { breaks: "response", says: removed },
  "success-status-added": { breaks: "response", isLikely: true, says: () => "is new" },
  "error-status-removed": { breaks: "neither", says: removed },
  "error-status-added": { breaks: "neither", says: () => "is new" },
  "header-removed": { breaks: "response", says: removed },
  "header-added": { breaks: "neither", says: () => "is new" },
  "header-became-optional": { breaks: "response", says: () => "is no longer always there" },
  "header-became-required": { breaks: "neither", says: () => "is always there" }
};
var changeKinds = { ...ofSchemas, ...ofOperations };
function kindOf3(name) {
  return changeKinds[name];
}

// src/diff/operations/found-change.ts
function changeOf(kind, part, pointers, sides = {}) {
  return { kind, part, path: [], direction: directionOf(part), ...pointers, ...sides };
}
function directionOf({ kind }) {
  return kind.startsWith("response") ? "response" : "request";
}

// src/diff/operations/compare-operations.ts
init_json_pointer();
init_json_equal();

// src/diff/operations/compare-messages.ts
init_json_pointer();

// src/diff/operations/compare-parameters.ts
init_json_pointer();
function* compareParameters(old, now, comparer) {
  const [before, after] = [byKey(old), byKey(now)];
  for (const [key, parameter2] of before) {
    const other = after.get(key);
    if (other) yield* compareOne(parameter2, other, comparer);
    else yield changeOf("parameter-removed", partOf2(parameter2), { old: parameter2.pointer, new: now.pointer });
  }
  for (const [key, parameter2] of after) {
    if (before.has(key)) continue;
    const kind = isRequired(parameter2) ? "required-parameter-added" : "parameter-added";
    yield changeOf(kind, partOf2(parameter2), { old: old.pointer, new: parameter2.pointer });
  }
}
function byKey({ parameters: parameters2, path }) {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(
    parameters2.filter(
      ({ value }) => !(value.in === "header" && /^(?:accept|content-type|authorization)$/i.test(value.name))
    ).map((parameter2) => {
      const { in: place2, name } = parameter2.value;
      const key = place2 === "path" ? String(names.indexOf(name)) : place2 === "header" ? name.toLowerCase() : name;
      return [`${place2} ${key}`, parameter2];
    })
  );
}
function partOf2({ value }) {
  return { kind: "parameter", in: value.in, name: value.name };
}
function isRequired({ value }) {
  return value.in === "path" || value.required === true;
}
function* compareOne(old, now, comparer) {
  const part = partOf2(old);
  const pointers = { old: old.pointer, new: now.pointer };
  if (isRequired(now) && !isRequired(old)) yield changeOf("parameter-became-required", part, pointers);
  if (isRequired(old) && !isRequired(now)) yield changeOf("parameter-became-optional", part, pointers);
  const [before, after] = [styleOf(old.value), styleOf(now.value)];
  if (before !== after) yield changeOf("parameter-style-changed", part, pointers, { before, after });
  const [wasDeprecated, isDeprecated] = [old, now].map(
    ({ value }) => "deprecated" in value && value.deprecated === true
  );
  if (wasDeprecated !== isDeprecated)
    yield changeOf(isDeprecated === true ? "became-deprecated" : "no-longer-deprecated", part, pointers);
  const found = comparer.compare(schemaOf(old.value, comparer, "old"), schemaOf(now.value, comparer, "now"));
  for (const one2 of found) yield { ...one2, direction: "request", part };
}
function schemaOf(parameter2, comparer, side) {
  const schema = parameter2.schema ?? parameter2.content?.[jsonMediaType(parameter2.content) ?? ""]?.schema ?? true;
  return [comparer[side].places.inside(comparer[side].places.at(""), schema)];
}
function styleOf({ in: place2, style, explode, content }) {
  if (content) return `as ${Object.keys(content).join()}`;
  const known2 = style ?? (place2 === "query" || place2 === "cookie" ? "form" : "simple");
  return `style ${known2}${explode ?? known2 === "form" ? ", exploded" : ""}`;
}
function schemaPointer(pointer, mediaType) {
  return `${pointer}${toPointer(["content", mediaType, "schema"])}`;
}

// src/diff/operations/compare-messages.ts
function* compareRequestBodies(old, now, { request }) {
  const [before, after] = [old.requestBody, now.requestBody];
  const part = { kind: "request body", mediaType: void 0 };
  const pointers = { old: before?.pointer ?? old.pointer, new: after?.pointer ?? now.pointer };
  const [was, is] = [before?.value.required === true, after?.value.required === true];
  if (!before && after) yield changeOf(is ? "required-body-added" : "body-added", part, pointers);
  if (before && !after) yield changeOf("body-removed", part, pointers);
  if (!before || !after) return;
  if (is && !was) yield changeOf("body-became-required", part, pointers);
  if (was && !is) yield changeOf("body-became-optional", part, pointers);
  yield* compareContents(before, after, request, (mediaType) => ({ kind: "request body", mediaType }));
}
function* compareResponses(old, now, comparers) {
  for (const [status, response] of old.responses) {
    const other = responseOf(now, status);
    if (other) yield* compareResponse(status, response, other, comparers);
    else {
      const kind = isSuccess(status) ? "success-status-removed" : "error-status-removed";
      yield changeOf(kind, { kind: "response", status }, { old: response.pointer, new: now.pointer });
    }
  }
  for (const [status, response] of now.responses) {
    if (responseOf(old, status)) continue;
    const kind = isSuccess(status) ? "success-status-added" : "error-status-added";
    yield changeOf(kind, { kind: "response", status }, { old: old.pointer, new: response.pointer });
  }
}
function responseOf(operation, status) {
  return operation.responses.get(status) ?? (/^\d+$/.test(status) ? responseFor(operation, Number(status)) : void 0);
}
function isSuccess(status) {
  return /^[23]/.test(status);
}
function* compareResponse(status, old, now, comparers) {
  yield* compareHeaders(status, old, now, comparers.response);
  yield* compareContents(old, now, comparers.response, (mediaType) => ({
    kind: "response body",
    status,
    mediaType
  }));
}
function* compareContents(old, now, comparer, partOf3) {
  const [before, after] = [Object.keys(old.value.content ?? {}), Object.keys(now.value.content ?? {})];
  const pointers = { old: old.pointer, new: now.pointer };
  for (const name of before) {
    const other = after.find((one2) => essence(one2) === essence(name)) ?? after.find((one2) => accepts(one2, name));
    if (other === void 0) yield changeOf("media-type-removed", partOf3(name), pointers, { before: name });
    else {
      const one2 = [comparer.old.places.at(schemaPointer(old.pointer, name))];
      const two2 = [comparer.now.places.at(schemaPointer(now.pointer, other))];
      const part = partOf3(name);
      for (const found of comparer.compare(one2, two2)) yield { ...found, part, direction: directionOf(part) };
    }
  }
  for (const name of after)
    if (!before.some((one2) => essence(one2) === essence(name) || accepts(name, one2)))
      yield changeOf("media-type-added", partOf3(name), pointers, { after: name });
}
function essence(mediaType) {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
function accepts(range, mediaType) {
  const [type, subtype] = essence(range).split("/");
  return subtype === "*" && (type === "*" || essence(mediaType).startsWith(`${type ?? ""}/`));
}
function* compareHeaders(status, old, now, comparer) {
  const [before, after] = [headersOf(old, comparer, "old"), headersOf(now, comparer, "now")];
  for (const [key, { name, header }] of before) {
    const part = { kind: "response header", status, name };
    const other = after.get(key)?.header;
    if (!other) {
      yield changeOf("header-removed", part, { old: header.pointer, new: now.pointer });
      continue;
    }
    const pointers = { old: header.pointer, new: other.pointer };
    const [was, is] = [header.value.required === true, other.value.required === true];
    if (was !== is) yield changeOf(is ? "header-became-required" : "header-became-optional", part, pointers);
    const one2 = [comparer.old.places.at(`${header.pointer}/schema`)];
    const two2 = [comparer.now.places.at(`${other.pointer}/schema`)];
    for (const found of comparer.compare(one2, two2)) yield { ...found, part, direction: "response" };
  }
  for (const [key, { name, header }] of after)
    if (!before.has(key))
      yield changeOf(
        "header-added",
        { kind: "response header", status, name },
        { old: old.pointer, new: header.pointer }
      );
}
function headersOf({ pointer, value }, comparer, side) {
  return new Map(
    Object.entries(value.headers ?? {}).filter(([name]) => name.toLowerCase() !== "content-type").map(([name, header]) => {
      const start = { pointer: pointer + toPointer(["headers", name]), value: header };
      return [name.toLowerCase(), { name, header: follow(comparer[side].document, start) }];
    })
  );
}

// src/diff/operations/compare-operations.ts
var whole = { kind: "operation" };
function* compareOperations(old, now, comparers) {
  const { old: oldSide, now: newSide } = comparers.request;
  const pointers = { old: old.pointer, new: now.pointer };
  if (old.id !== now.id)
    yield changeOf("operation-id-changed", whole, pointers, { before: old.id, after: now.id });
  yield* compareLife(old, now, oldSide.document, newSide.document);
  yield* compareServers(old, now);
  yield* compareSecurity(old, now, oldSide.document, newSide.document);
  yield* compareParameters(old, now, comparers.request);
  yield* compareRequestBodies(old, now, comparers);
  yield* compareResponses(old, now, comparers);
}
function* compareLife(old, now, oldDocument, newDocument) {
  const read = (document, { pointer }, name) => valueAt(document, `${pointer}/${name}`);
  const [was, is] = [
    read(oldDocument, old, "deprecated") === true,
    read(newDocument, now, "deprecated") === true
  ];
  if (was !== is)
    yield changeOf(is ? "became-deprecated" : "no-longer-deprecated", whole, {
      old: old.pointer,
      new: is ? `${now.pointer}/deprecated` : now.pointer
    });
  const [before, after] = [read(oldDocument, old, "x-sunset"), read(newDocument, now, "x-sunset")];
  if (String(before) !== String(after))
    yield changeOf("sunset-changed", whole, { old: old.pointer, new: now.pointer }, { before, after });
}
function* compareServers(old, now) {
  if (old.path.length !== now.path.length && old.basePaths[0] !== now.basePaths[0]) return;
  const [before, after] = [addressesOf(old), addressesOf(now)];
  const pointers = { old: "/servers", new: "/servers" };
  for (const one2 of before)
    if (!after.includes(one2)) yield changeOf("server-removed", whole, pointers, { before: one2 });
  for (const one2 of after)
    if (!before.includes(one2)) yield changeOf("server-added", whole, pointers, { after: one2 });
}
function addressesOf({ basePaths, origins }) {
  const paths = basePaths.map((path) => path === "" ? "/" : path);
  return origins.length === 0 ? paths : origins.flatMap((origin) => paths.map((path) => origin + path));
}
function* compareSecurity(old, now, oldDocument, newDocument) {
  const [before, after] = [alternatives(old, oldDocument), alternatives(now, newDocument)];
  const pointerOf2 = (document, { pointer }) => valueAt(document, `${pointer}/security`) === void 0 ? "/security" : `${pointer}/security`;
  const pointers = { old: pointerOf2(oldDocument, old), new: pointerOf2(newDocument, now) };
  const isOpen = before.some(({ needs }) => needs.size === 0);
  const lost = before.filter((one2) => !after.some((other) => isWithin(other, one2)));
  if (lost.length > 0 && isOpen)
    yield changeOf("security-added", whole, pointers, { after: after.map(({ text: text2 }) => text2).join(" or ") });
  else
    for (const { text: text2 } of lost)
      yield changeOf("security-alternative-removed", whole, pointers, { before: text2 });
  for (const one2 of after)
    if (!before.some((other) => isWithin(other, one2)) && lost.length === 0)
      yield changeOf("security-loosened", whole, pointers, { after: one2.text });
}
function alternatives({ security: security2 }, document) {
  const all = security2.length === 0 ? [{}] : security2;
  return all.map((requirement) => ({
    needs: new Map(
      Object.entries(requirement).map(([name, scopes]) => {
        const { type, scheme, in: place2, name: field } = securitySchemeOf(document, name) ?? { type: name };
        return [canonicalText([type, scheme?.toLowerCase() ?? "", place2 ?? "", field ?? ""]), scopes];
      })
    ),
    text: textOf2(requirement)
  }));
}
function textOf2(requirement) {
  const names = Object.entries(requirement).map(
    ([name, scopes]) => scopes.length === 0 ? name : `${name} (${scopes.join(", ")})`
  );
  return names.length === 0 ? "no credentials" : names.join(" and ");
}
function isWithin(needed, had) {
  return [...needed.needs].every(([scheme, scopes]) => {
    const known2 = had.needs.get(scheme);
    return known2 !== void 0 && scopes.every((scope) => known2.includes(scope));
  });
}

// src/diff/operations/pair-operations.ts
function pairOperations(old, now) {
  const both = [];
  let [removed2, added] = [[...old], [...now]];
  for (const keyOf2 of [shortKey, wholeKey]) {
    const left = new Map(added.map((operation) => [keyOf2(operation), operation]));
    removed2 = removed2.filter((operation) => {
      const same = left.get(keyOf2(operation));
      if (same) both.push([operation, same]);
      left.delete(keyOf2(operation));
      return !same;
    });
    added = added.filter((operation) => left.get(keyOf2(operation)) === operation);
  }
  return { both, removed: removed2, added };
}
function shortKey({ method, path }) {
  return `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
}
function wholeKey(operation) {
  const [base = ""] = operation.basePaths;
  return shortKey({ ...operation, path: base + operation.path });
}

// src/diff/schema/schema-comparer.ts
init_walk_document();
init_json_equal();

// src/values/schema/schema-places.ts
init_json_pointer();
var documentUri = "https://document.invalid/";
var maxReferences = 1e4;
var SchemaPlaces = class {
  document;
  followed = /* @__PURE__ */ new Map();
  found;
  /** @param root a whole document, or a schema that stands alone */
  constructor(root) {
    const id = identifierOf(root);
    const uri = id === void 0 ? documentUri : absolute(id, documentUri);
    this.document = { resource: { uri, root }, outer: void 0 };
  }
  /** The schema at a JSON pointer of the document; `true` where there is none. */
  at(pointer) {
    return this.byPointer(pointer, this.document) ?? { schema: true, scope: this.document };
  }
  /** A schema that stands in another. */
  inside({ scope }, schema) {
    return { schema, scope: this.entered(schema, scope) };
  }
  /** The target of `$ref`; undefined where it leads nowhere. */
  follow(reference, scope) {
    if (reference.startsWith("#/") || reference === "#")
      return this.byPointer(reference, scope) ?? this.byPointer(reference, this.document);
    const [uri = "", fragment] = absolute(reference, scope.resource.uri).split("#", 2);
    const resource = this.identifiers.resources.get(uri);
    if (!resource) return void 0;
    const inner = resource === scope.resource ? scope : { resource, outer: scope };
    if (fragment === void 0 || fragment === "") return placeOf(resource.root, inner);
    if (fragment.startsWith("/")) return this.byPointer(`#${fragment}`, inner);
    const anchored = this.identifiers.anchors.get(`${uri}#${fragment}`);
    return anchored && { schema: anchored.schema, scope: inner };
  }
  /** The target of `$dynamicRef`: the outermost schema with that anchor among those that were entered (section 8.2.3.2). */
  followDynamic(reference, scope) {
    const near = this.follow(reference, scope);
    const anchor = reference.split("#", 2)[1] ?? "";
    const { anchors, dynamicAnchors } = this.identifiers;
    if (!near || !dynamicAnchors.has(`${near.scope.resource.uri}#${anchor}`)) return near;
    let outermost = near;
    for (let at = near.scope; at; at = at.outer) {
      const key = `${at.resource.uri}#${anchor}`;
      const target = dynamicAnchors.has(key) ? anchors.get(key) : void 0;
      if (target) outermost = { schema: target.schema, scope: { resource: at.resource, outer: near.scope } };
    }
    return outermost;
  }
  entered(schema, scope) {
    const id = identifierOf(schema);
    if (id === void 0 || schema === scope.resource.root) return scope;
    return { resource: { uri: absolute(id, scope.resource.uri), root: schema }, outer: scope };
  }
  byPointer(pointer, scope) {
    const { root, uri } = scope.resource;
    const key = `${uri} ${pointer}`;
    if (!this.followed.has(key)) {
      if (this.followed.size >= maxReferences) this.followed.clear();
      this.followed.set(key, schemaAt(root, pointer));
    }
    return placeOf(this.followed.get(key), scope, (schema) => this.entered(schema, scope));
  }
  get identifiers() {
    this.found ??= collectIdentifiers(this.document);
    return this.found;
  }
};
function placeOf(value, scope, enter = () => scope) {
  if (typeof value === "boolean") return { schema: value, scope };
  if (typeof value !== "object" || value === null) return void 0;
  return { schema: value, scope: enter(value) };
}
function schemaAt(root, pointer) {
  try {
    return valueAt(root, pointer);
  } catch {
    return void 0;
  }
}
function identifierOf(schema) {
  if (typeof schema !== "object" || schema === null) return void 0;
  const { $id } = schema;
  return typeof $id === "string" && !$id.startsWith("#") ? $id : void 0;
}
function absolute(reference, base) {
  return URL.canParse(reference, base) ? new URL(reference, base).href.replace(/#$/, "") : reference;
}
function collectIdentifiers({ resource: document }) {
  const resources = /* @__PURE__ */ new Map([[document.uri, document]]);
  const anchors = /* @__PURE__ */ new Map();
  const dynamicAnchors = /* @__PURE__ */ new Set();
  const seen = /* @__PURE__ */ new Set();
  const visit2 = (value, outer) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    const id = value === document.root ? void 0 : identifierOf(value);
    const resource = id === void 0 ? outer : { uri: absolute(id, outer.uri), root: value };
    if (id !== void 0) resources.set(resource.uri, resource);
    const { $anchor, $dynamicAnchor } = value;
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor !== "string") continue;
      const key = `${resource.uri}#${anchor}`;
      anchors.set(key, { schema: value, scope: { resource, outer: void 0 } });
      if (anchor === $dynamicAnchor) dynamicAnchors.add(key);
    }
    for (const [key, child] of Object.entries(value))
      if (key !== "enum" && key !== "const") visit2(child, resource);
  };
  visit2(document.root, document);
  return { resources, anchors, dynamicAnchors };
}

// src/diff/schema/compare-values.ts
init_json_equal();
function* compareValues(old, now) {
  yield* compareTypes(old, now);
  yield* compareListed(old, now);
  yield* compareBounds(old.shape, now.shape);
  yield* compareTexts(old.shape, now.shape);
  yield* compareAnnotations(old, now);
}
function* compareTypes(old, now) {
  if (old.unions.length > 0 || now.unions.length > 0) return;
  const [before, after] = [old.types, now.types];
  if (old.takesNull !== now.takesNull && before !== void 0 && after !== void 0)
    yield now.takesNull ? { kind: "null-allowed", keyword: "type", demand: {} } : { kind: "null-forbidden", keyword: "type", demand: { not: { type: "null" } } };
  if (old.shape.values && now.shape.values) return;
  const lost = (before ?? everything).filter((type) => !covers(after, type));
  const won = (after ?? everything).filter((type) => !covers(before, type));
  const sides = { keyword: "type", before: before ?? "any value", after: after ?? "any value" };
  const demand = after && { demand: { type: [...after, "null"] } };
  if (lost.length > 0 && won.length > 0) yield { kind: "type-changed", ...sides, ...demand };
  else if (lost.length > 0) yield { kind: "type-narrowed", ...sides, ...demand };
  else if (won.length > 0) yield { kind: "type-widened", ...sides };
}
var everything = ["object", "array", "string", "number", "boolean"];
function covers(types, type) {
  return types === void 0 || types.includes(type) || type === "integer" && types.includes("number");
}
function* compareListed(old, now) {
  const [before, after] = [old.values, now.values];
  if (!before && after)
    yield { kind: "enum-introduced", keyword: "enum", after, demand: { enum: [...after, null] } };
  if (before && !after) yield { kind: "enum-lifted", keyword: "enum", before };
  if (!before || !after) return;
  const has = (values, value) => values.some((one2) => jsonEqual(one2, value));
  const lost = before.filter((value) => !has(after, value));
  const won = after.filter((value) => !has(before, value));
  if (lost.length > 0)
    yield { kind: "enum-values-removed", keyword: "enum", before: lost, demand: { not: { enum: lost } } };
  if (won.length > 0) yield { kind: "enum-values-added", keyword: "enum", after: won };
}
var bounds = [
  { keyword: "minLength", side: "lower", of: ({ minLength }) => minLength },
  { keyword: "maxLength", side: "upper", of: ({ maxLength }) => maxLength },
  { keyword: "minItems", side: "lower", of: ({ minItems }) => minItems },
  { keyword: "maxItems", side: "upper", of: ({ maxItems }) => maxItems },
  { keyword: "minProperties", side: "lower", of: ({ minProperties }) => minProperties },
  { keyword: "maxProperties", side: "upper", of: ({ maxProperties }) => maxProperties }
];
function* compareBounds(old, now) {
  if (old.values && now.values) return;
  yield* compareLimits(lowerLimit(old), lowerLimit(now), "lower");
  yield* compareLimits(upperLimit(old), upperLimit(now), "upper");
  for (const { keyword, side, of } of bounds) {
    const [before, after] = [of(old), of(now)];
    if (before === after) continue;
    const isRaised = after > before;
    const demand = Number.isFinite(after) ? { demand: { [keyword]: after } } : {};
    const kind = isRaised ? `${side}-bound-raised` : `${side}-bound-lowered`;
    yield { kind, keyword, ...words(keyword, before, after), ...demand };
  }
}
function* compareLimits(old, now, side) {
  if (old.value === now.value && (old.isExclusive === now.isExclusive || !Number.isFinite(old.value))) return;
  const outward = side === "lower" ? -1 : 1;
  const isNarrower = old.value === now.value ? now.isExclusive : (now.value - old.value) * outward < 0;
  const isRaised = isNarrower === (side === "lower");
  const demand = Number.isFinite(now.value) ? { demand: { [now.keyword]: now.value } } : {};
  const kind = isRaised ? `${side}-bound-raised` : `${side}-bound-lowered`;
  const keyword = Number.isFinite(now.value) ? now.keyword : old.keyword;
  const [before, after] = [limitText(old), limitText(now)];
  yield { kind, keyword, before, after, ...demand };
}
function lowerLimit({ minimum, above, types }) {
  if (above >= minimum && types.includes("number"))
    return { keyword: "exclusiveMinimum", value: above, isExclusive: true };
  return { keyword: "minimum", value: Math.max(minimum, Math.floor(above) + 1), isExclusive: false };
}
function upperLimit({ maximum, below: below2, types }) {
  if (below2 <= maximum && types.includes("number"))
    return { keyword: "exclusiveMaximum", value: below2, isExclusive: true };
  return { keyword: "maximum", value: Math.min(maximum, Math.ceil(below2) - 1), isExclusive: false };
}
function limitText({ keyword, value }) {
  return Number.isFinite(value) ? `${keyword} ${value}` : `without a ${keyword.replace("exclusiveM", "m")}`;
}
function words(keyword, before, after) {
  const text2 = (value) => Number.isFinite(value) && (value !== 0 || keyword.startsWith("max")) ? `${keyword} ${value}` : `without a ${keyword}`;
  return { before: text2(before), after: text2(after) };
}
function* compareTexts(old, now) {
  yield* compareSets(old.patterns, now.patterns, "pattern", ["pattern-added", "pattern-removed"]);
  yield* compareSets(old.formats, now.formats, "format", ["format-added", "format-removed"]);
  yield* compareSets(old.multiplesOf, now.multiplesOf, "multipleOf", ["multiple-added", "multiple-removed"]);
  if (now.uniqueItems && !old.uniqueItems)
    yield { kind: "unique-items-required", keyword: "uniqueItems", demand: { uniqueItems: true } };
  if (old.uniqueItems && !now.uniqueItems) yield { kind: "unique-items-lifted", keyword: "uniqueItems" };
}
function* compareSets(old, now, keyword, [added, lost]) {
  for (const after of new Set(now))
    if (!old.includes(after)) yield { kind: added, keyword, after, demand: { [keyword]: after } };
  for (const before of new Set(old)) if (!now.includes(before)) yield { kind: lost, keyword, before };
}
function* compareAnnotations(old, now) {
  const [before, after] = [old.keyword("default"), now.keyword("default")];
  if (!jsonEqual(before, after)) yield { kind: "default-changed", keyword: "default", before, after };
  const [was, is] = [old.keyword("deprecated") === true, now.keyword("deprecated") === true];
  if (was !== is) yield { kind: is ? "became-deprecated" : "no-longer-deprecated", keyword: "deprecated" };
}

// src/diff/schema/difference.ts
function below(difference, ...names) {
  return { ...difference, path: [...names, ...difference.path] };
}

// src/diff/schema/merged-schema.ts
init_json_equal();

// src/values/schema/json-values.ts
init_json_equal();
function hasType(value, type) {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
function valuesIn(keyword) {
  return Array.isArray(keyword) ? keyword : [];
}
function schemasIn(keyword) {
  return valuesIn(keyword);
}
function namesIn(keyword) {
  return valuesIn(keyword).filter((name) => typeof name === "string");
}
function isSchemaObject(schema) {
  return typeof schema === "object" && schema !== null;
}

// src/values/schema/shape.ts
init_json_equal();
var everyType = ["object", "array", "string", "number", "integer", "boolean", "null"];
var Shape = class {
  types = everyType;
  /** True if a schema names a type; else its other keywords show the intended one. */
  isTyped = false;
  /** Allowed by `const` or `enum`. */
  values;
  isImpossible = false;
  /** True if a value made from the shape may break what it was made from. */
  mustBeEvaluated = false;
  minimum = -Infinity;
  maximum = Infinity;
  above = -Infinity;
  below = Infinity;
  multiplesOf = [];
  minLength = 0;
  maxLength = Infinity;
  patterns = [];
  formats = [];
  contentEncoding;
  properties = /* @__PURE__ */ new Map();
  patternProperties = [];
  closures = [];
  unevaluated = [];
  propertyNames = [];
  required = /* @__PURE__ */ new Set();
  dependents = [];
  /** Properties that a choice rules out. */
  forbidden = /* @__PURE__ */ new Set();
  minProperties = 0;
  maxProperties = Infinity;
  prefix = [];
  rests = [];
  contains = [];
  unevaluatedItems = [];
  minItems = 0;
  maxItems = Infinity;
  uniqueItems = false;
  /** Values that the document gives, the most specific first. */
  given = [];
  /** The branches of `oneOf` that must not accept the value as well. */
  rivals = [];
  xml;
  /** The name of the component that the value is, the most derived one. */
  component;
  /** Adds what a schema says itself, without what it refers to and its branches. @param inside the place of a subschema */
  add(schema, inside) {
    this.addTypes(schema);
    this.addGiven(schema);
    this.addNumber(schema);
    this.addText(schema);
    this.addObject(schema, inside);
    this.addArray(schema, inside);
  }
  /** Names a value that alone is possible. */
  allow(values) {
    const before = this.values;
    this.values = before ? before.filter((one2) => values.some((other) => jsonEqual(one2, other))) : values;
    if (this.values.length === 0) this.isImpossible = true;
  }
  /** The values that are left after every keyword that a value alone decides. */
  possibleValues() {
    return this.values?.filter((value) => this.types.some((type) => hasType(value, type)));
  }
  /** True if types, listed values and bounds leave no value at all. */
  get isContradictory() {
    return this.isImpossible || !this.types.some((type) => this.admitsType(type));
  }
  admitsType(type) {
    if (this.values && !this.values.some((value) => hasType(value, type))) return false;
    if (type === "string") return this.minLength <= this.maxLength;
    return type !== "number" && type !== "integer" || this.minimum <= this.maximum;
  }
  addTypes({ type }) {
    const named2 = typeof type === "string" ? [type] : namesIn(type);
    if (named2.length === 0) return;
    this.isTyped = true;
    const allows = (one2) => named2.includes(one2) || one2 === "integer" && named2.includes("number");
    this.types = this.types.filter(allows);
    if (this.types.length === 0) this.isImpossible = true;
  }
  addGiven(schema) {
    if (Object.hasOwn(schema, "const")) this.allow([schema.const]);
    if (Array.isArray(schema.enum)) this.allow(schema.enum);
    if (schema.example !== void 0) this.given.push(schema.example);
    this.given.push(...valuesIn(schema.examples).slice(0, 3));
    if (schema.default !== void 0 && schema.default !== null) this.given.push(schema.default);
    if (isObject(schema.xml)) this.xml ??= schema.xml;
  }
  addNumber(schema) {
    this.minimum = Math.max(this.minimum, numberOf(schema.minimum, -Infinity));
    this.maximum = Math.min(this.maximum, numberOf(schema.maximum, Infinity));
    this.above = Math.max(this.above, numberOf(schema.exclusiveMinimum, -Infinity));
    this.below = Math.min(this.below, numberOf(schema.exclusiveMaximum, Infinity));
    const multiple = numberOf(schema.multipleOf, 0);
    if (multiple > 0) this.multiplesOf.push(multiple);
  }
  addText(schema) {
    this.minLength = Math.max(this.minLength, numberOf(schema.minLength, 0));
    this.maxLength = Math.min(this.maxLength, numberOf(schema.maxLength, Infinity));
    if (typeof schema.pattern === "string") this.patterns.push(schema.pattern);
    if (typeof schema.format === "string") this.formats.push(schema.format);
    if (typeof schema.contentEncoding === "string") this.contentEncoding = schema.contentEncoding;
  }
  addObject(schema, inside) {
    const own = Object.entries(isObject(schema.properties) ? schema.properties : {});
    for (const [name, property] of own) {
      const known2 = this.properties.get(name);
      if (known2) known2.push(inside(property));
      else this.properties.set(name, [inside(property)]);
    }
    const patterns = Object.entries(Object(schema.patternProperties));
    for (const [pattern, property] of patterns) this.patternProperties.push([pattern, inside(property)]);
    if (schema.additionalProperties !== void 0) {
      this.closures.push({
        names: new Set(own.map(([name]) => name)),
        patterns: patterns.map(([pattern]) => pattern),
        place: inside(schema.additionalProperties)
      });
    }
    if (schema.unevaluatedProperties !== void 0)
      this.unevaluated.push(inside(schema.unevaluatedProperties));
    if (schema.propertyNames !== void 0) this.propertyNames.push(inside(schema.propertyNames));
    for (const name of namesIn(schema.required)) this.required.add(name);
    for (const [name, others] of Object.entries(Object(schema.dependentRequired)))
      this.dependents.push([name, namesIn(others)]);
    this.minProperties = Math.max(this.minProperties, numberOf(schema.minProperties, 0));
    this.maxProperties = Math.min(this.maxProperties, numberOf(schema.maxProperties, Infinity));
  }
  addArray(schema, inside) {
    const prefix = schemasIn(schema.prefixItems);
    for (const [index, item] of prefix.entries()) (this.prefix[index] ??= []).push(inside(item));
    if (schema.items !== void 0 && !Array.isArray(schema.items))
      this.rests.push({ from: prefix.length, place: inside(schema.items) });
    if (schema.contains !== void 0) {
      this.contains.push({
        place: inside(schema.contains),
        min: numberOf(schema.minContains, 1),
        max: numberOf(schema.maxContains, Infinity)
      });
    }
    if (schema.unevaluatedItems !== void 0)
      this.unevaluatedItems.push(inside(schema.unevaluatedItems));
    this.minItems = Math.max(this.minItems, numberOf(schema.minItems, 0));
    this.maxItems = Math.min(this.maxItems, numberOf(schema.maxItems, Infinity));
    this.uniqueItems ||= schema.uniqueItems === true;
  }
  /** The type that a value is made of: what the keywords are about, where no schema names one. */
  meantType() {
    const { types } = this;
    const may = (type) => types.includes(type);
    if (!this.isTyped) {
      const meant = this.typeOfKeywords();
      if (meant && may(meant)) return meant;
    }
    return types.find((type) => type !== "null" && type !== "integer") ?? types[0] ?? "null";
  }
  typeOfKeywords() {
    const { properties, required, closures, patternProperties, minProperties, dependents, unevaluated } = this;
    const aboutObjects = [properties, required].some(({ size }) => size > 0);
    const closed = [closures, patternProperties, dependents, unevaluated, this.propertyNames];
    if (aboutObjects || closed.some(({ length }) => length > 0) || minProperties > 0) return "object";
    const { prefix, rests, contains, unevaluatedItems, minItems, uniqueItems } = this;
    const lists = [prefix, rests, contains, unevaluatedItems];
    if (lists.some(({ length }) => length > 0) || minItems > 0 || uniqueItems) return "array";
    if (this.patterns.length > 0 || this.formats.length > 0 || this.minLength > 0) return "string";
    if (this.multiplesOf.length > 0) return "number";
    return [this.minimum, this.maximum, this.above, this.below].some(Number.isFinite) ? "number" : void 0;
  }
};
function numberOf(value, otherwise) {
  return typeof value === "number" && !Number.isNaN(value) ? value : otherwise;
}

// src/diff/schema/merged-schema.ts
var conditionKeywords = [
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "dependentSchemas"
];
var maxSchemas = 2e3;
var allTypes = ["object", "array", "string", "number", "boolean", "null"];
var MergedSchema = class {
  constructor(places, together) {
    this.places = places;
    this.together = together;
    for (const place2 of together) this.add(place2);
  }
  places;
  together;
  shape = new Shape();
  unions = [];
  conditions = /* @__PURE__ */ new Map();
  /** The schemas that were merged, the outermost first. */
  objects = [];
  seen = /* @__PURE__ */ new Set();
  hasNullBranch = false;
  /** Types that a value may have, null aside; a schema that names none shows them by its other keywords. Undefined for any. */
  get types() {
    const { shape } = this;
    if (shape.values)
      return allTypes.filter(
        (type) => type !== "null" && shape.values?.some((value) => hasType(value, type))
      );
    if (shape.isTyped) {
      const named2 = shape.types.filter((type) => type !== "null");
      return named2.includes("number") ? named2.filter((type) => type !== "integer") : named2;
    }
    if (shape.properties.size > 0 || shape.required.size > 0 || shape.closures.length > 0) return ["object"];
    return shape.rests.length > 0 || shape.prefix.length > 0 ? ["array"] : void 0;
  }
  get takesNull() {
    const { types, values, isTyped } = this.shape;
    if (this.hasNullBranch) return true;
    if (values) return values.includes(null) && types.includes("null");
    return isTyped ? types.includes("null") : this.types === void 0;
  }
  /** The listed values, null aside. */
  get values() {
    return this.shape.values?.filter((value) => value !== null);
  }
  /** True if fields that the schema does not name are refused. */
  get isClosed() {
    const { closures, unevaluated } = this.shape;
    return closures.some(({ place: place2 }) => place2.schema === false) || unevaluated.some(({ schema }) => schema === false);
  }
  /** The first value of a keyword, such as `default`. */
  keyword(name) {
    return this.objects.find((schema) => schema[name] !== void 0)?.[name];
  }
  /** The schema that has a keyword, or else the outermost one. */
  holderOf(name) {
    const holder = name === void 0 ? void 0 : this.objects.find((schema) => schema[name] !== void 0);
    return holder ?? this.objects[0];
  }
  add(place2) {
    const { schema } = place2;
    if (schema === false) this.shape.isImpossible = true;
    if (!isSchemaObject(schema) || this.seen.has(schema) || this.seen.size > maxSchemas) return;
    this.seen.add(schema);
    this.objects.push(schema);
    this.shape.add(schema, (inner) => this.places.inside(place2, inner));
    const target = typeof schema.$ref === "string" ? this.places.follow(schema.$ref, place2.scope) : void 0;
    if (target) this.add(target);
    for (const part of schemasIn(schema.allOf)) this.add(this.places.inside(place2, part));
    this.addUnion(place2, schema, "oneOf");
    this.addUnion(place2, schema, "anyOf");
    for (const name of conditionKeywords)
      if (schema[name] !== void 0)
        this.conditions.set(name, [...this.conditions.get(name) ?? [], schema[name]]);
  }
  addUnion(place2, schema, keyword) {
    const all = schemasIn(schema[keyword]).map((branch) => this.places.inside(place2, branch));
    const branches = all.filter((branch) => !isNull(branch.schema));
    if (branches.length < all.length) this.hasNullBranch = true;
    const [only] = branches;
    const values = branches.map((branch) => valuesOf(branch.schema));
    const types = branches.map((branch) => typesOf(branch.schema));
    if (branches.length === 1 && only) this.add(only);
    else if (branches.length === 0) return;
    else if (values.every((one2) => one2 !== void 0)) this.shape.add({ enum: values.flat() }, () => place2);
    else if (types.every((one2) => one2 !== void 0)) this.shape.add({ type: types.flat() }, () => place2);
    else this.unions.push({ branches, discriminator: propertyOf(schema.discriminator) });
  }
};
function isNull(schema) {
  return isObject(schema) && (schema.type === "null" || schema.const === null);
}
function valuesOf(schema) {
  if (!isObject(schema) || !saysOnly(schema, ["const", "enum", "type"])) return void 0;
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : void 0;
}
function typesOf(schema) {
  if (!isObject(schema) || !saysOnly(schema, ["type"])) return void 0;
  return schema.type === void 0 ? void 0 : [schema.type].flat();
}
var annotations = /* @__PURE__ */ new Set([
  "title",
  "description",
  "example",
  "examples",
  "deprecated",
  "$comment",
  "externalDocs",
  "default"
]);
function saysOnly(schema, keywords) {
  return Object.keys(schema).every(
    (key) => keywords.includes(key) || annotations.has(key) || key.startsWith("x-")
  );
}
function propertyOf(discriminator) {
  return isObject(discriminator) && typeof discriminator.propertyName === "string" ? discriminator.propertyName : void 0;
}

// src/diff/schema/pair-branches.ts
init_json_pointer();
init_json_equal();
var maxCompared = 40;
function pairBranches(old, now, likeness) {
  const named2 = new Map(now.map((branch) => [nameOf2(branch), branch]));
  const isLarge = old.length * now.length > maxCompared * maxCompared;
  const candidates = old.flatMap((one2) => {
    const name = nameOf2(one2);
    const same = name === void 0 ? void 0 : named2.get(name);
    const others = isLarge ? same ? [same] : [] : now;
    return others.map((other) => ({ one: one2, other, score: likeness(one2, other) }));
  });
  const both = [];
  const paired = /* @__PURE__ */ new Set();
  for (const { one: one2, other, score } of candidates.sort((a2, b2) => b2.score - a2.score)) {
    if (score <= 0 || paired.has(one2) || paired.has(other)) continue;
    both.push([one2, other]);
    paired.add(one2).add(other);
  }
  const isLeft = (branch) => !paired.has(branch);
  return { both, removed: old.filter(isLeft), added: now.filter(isLeft) };
}
function nameOf2([place2]) {
  const schema = place2?.schema;
  if (!isObject(schema)) return void 0;
  if (typeof schema.$ref === "string") return fromPointer(schema.$ref).at(-1);
  return typeof schema.title === "string" ? schema.title : void 0;
}
function describeBranch(branch, merged) {
  const name = nameOf2(branch);
  if (name !== void 0) return name;
  if (merged.values)
    return merged.values.slice(0, 5).map((value) => JSON.stringify(value)).join(" or ");
  const fields2 = [...merged.shape.properties.keys()].slice(0, 5);
  if (fields2.length > 0) return `an object with ${fields2.join(", ")}`;
  return merged.types?.join(" or ") ?? "any value";
}
function tagsOf(merged, mergeProperty) {
  const tags = /* @__PURE__ */ new Map();
  for (const name of merged.shape.required) {
    const property = merged.shape.properties.get(name);
    const values = property && mergeProperty(property).values;
    if (values?.length === 1) tags.set(name, values[0]);
  }
  return tags;
}

// src/diff/schema/schema-comparer.ts
var maxPathsOfOne = 12;
var maxDepth3 = 40;
var SchemaSide = class {
  constructor(document) {
    this.document = document;
    this.places = new SchemaPlaces(document);
  }
  document;
  places;
  pointers;
  merged = /* @__PURE__ */ new Map();
  numbers = /* @__PURE__ */ new Map();
  /** JSON pointer of an object of the document. */
  pointerOf(object2, keyword) {
    if (object2 === void 0) return void 0;
    this.pointers ??= pointersOf(this.document);
    const pointer = this.pointers.get(object2);
    return pointer !== void 0 && keyword !== void 0 && keyword in object2 ? `${pointer}/${keyword}` : pointer;
  }
  merge(together) {
    const key = this.keyOf(together);
    const known2 = this.merged.get(key);
    if (known2) return known2;
    const merged = new MergedSchema(this.places, together);
    this.merged.set(key, merged);
    return merged;
  }
  /** The same for the same schemas. */
  keyOf(together) {
    return together.map(({ schema }) => typeof schema === "boolean" ? String(schema) : this.numberOf(schema)).join("+");
  }
  numberOf(schema) {
    const number = this.numbers.get(schema) ?? this.numbers.size;
    this.numbers.set(schema, number);
    return number;
  }
};
var SchemaComparer = class {
  constructor(old, now, direction) {
    this.old = old;
    this.now = now;
    this.direction = direction;
  }
  old;
  now;
  direction;
  known = /* @__PURE__ */ new Map();
  open = /* @__PURE__ */ new Set();
  /** The differences of two schemas, those of their fields included; a schema that contains itself is compared once. */
  compare(old, now, depth = 0) {
    const key = `${this.old.keyOf(old)} ${this.now.keyOf(now)}`;
    const known2 = this.known.get(key);
    if (known2) return known2;
    if (this.open.has(key) || depth > maxDepth3) return [];
    this.open.add(key);
    const found = withoutRepeats([...this.differences(this.old.merge(old), this.now.merge(now), depth + 1)]);
    this.open.delete(key);
    this.known.set(key, found);
    return found;
  }
  *differences(old, now, depth) {
    if (old.unions.length > 0 === now.unions.length > 0) {
      for (const { keyword, ...difference } of compareValues(old, now))
        yield { ...difference, path: [], ...this.pointers(old, now, keyword) };
      yield* this.compareProperties(old, now, depth);
      yield* this.compareOthers(old, now, depth);
      yield* this.compareItems(old, now, depth);
      yield* this.compareConditions(old, now);
    }
    yield* this.compareUnions(old, now, depth);
  }
  pointers(old, now, keyword) {
    return {
      old: this.old.pointerOf(old.holderOf(keyword), keyword),
      new: this.now.pointerOf(now.holderOf(keyword), keyword)
    };
  }
  *compareProperties(old, now, depth) {
    const names = /* @__PURE__ */ new Set([...old.shape.properties.keys(), ...now.shape.properties.keys()]);
    for (const name of [...old.shape.required, ...now.shape.required]) names.add(name);
    for (const name of names) {
      const [before, after] = [this.property(this.old, old, name), this.property(this.now, now, name)];
      const pointers = this.pointersOfProperty(old, now, name);
      const [was, is] = [before?.isRequired === true, after?.isRequired === true];
      if (before && after) {
        for (const one2 of this.compare(before.schema ?? [], after.schema ?? [], depth))
          yield below(one2, name);
        if (is && !was)
          yield { kind: "property-became-required", path: [name], ...pointers, demand: { required: [name] } };
        if (was && !is) yield { kind: "property-became-optional", path: [name], ...pointers };
      } else if (after) {
        if (is)
          yield { kind: "required-property-added", path: [name], ...pointers, demand: { required: [name] } };
        else yield { kind: "property-added", path: [name], ...pointers };
      } else if (before) {
        const kind = this.removalKind(was, now);
        yield { kind, path: [name], ...pointers, demand: { not: { required: [name] } } };
      }
    }
  }
  removalKind(wasRequired, now) {
    if (this.direction === "request") return now.isClosed ? "property-refused" : "property-removed";
    return wasRequired ? "required-property-removed" : "property-removed";
  }
  /** A property in this direction: a request has no `readOnly` ones, a response no `writeOnly` ones. */
  property(side, { shape }, name) {
    const schema = shape.properties.get(name);
    const otherWay = this.direction === "request" ? "readOnly" : "writeOnly";
    if (schema && side.merge(schema).keyword(otherWay) === true) return void 0;
    const isRequired2 = shape.required.has(name);
    return schema || isRequired2 ? { schema, isRequired: isRequired2 } : void 0;
  }
  pointersOfProperty(old, now, name) {
    const pointerIn = (side, merged) => {
      const [place2] = merged.shape.properties.get(name) ?? [];
      const own = place2 && typeof place2.schema === "object" ? side.pointerOf(place2.schema) : void 0;
      return own ?? side.pointerOf(merged.holderOf("properties"));
    };
    return { old: pointerIn(this.old, old), new: pointerIn(this.now, now) };
  }
  /** Fields that no property names. */
  *compareOthers(old, now, depth) {
    if (old.types?.includes("object") === false || now.types?.includes("object") === false) return;
    const pointers = this.pointers(old, now, "additionalProperties");
    if (now.isClosed && !old.isClosed)
      yield {
        kind: "other-properties-refused",
        path: [],
        ...pointers,
        demand: { additionalProperties: false, properties: namesAsSchemas(now) }
      };
    if (old.isClosed && !now.isClosed) yield { kind: "other-properties-allowed", path: [], ...pointers };
    const [before, after] = [othersOf(old), othersOf(now)];
    if (before.length > 0 && after.length > 0)
      for (const one2 of this.compare(before, after, depth)) yield below(one2, "*");
  }
  *compareItems(old, now, depth) {
    const count2 = Math.max(old.shape.prefix.length, now.shape.prefix.length);
    for (let index = 0; index < count2; index += 1)
      for (const one2 of this.compare(itemAt(old, index), itemAt(now, index), depth))
        yield below(one2, String(index));
    for (const one2 of this.compare(itemAt(old, count2), itemAt(now, count2), depth)) yield below(one2, "*");
  }
  *compareUnions(old, now, depth) {
    const count2 = Math.max(old.unions.length, now.unions.length);
    for (let index = 0; index < count2; index += 1) {
      const [before, after] = [old.unions[index], now.unions[index]];
      const likeness = (one2, other) => this.likeness(one2, other, depth);
      const pairs = pairBranches(branchesOf(old, before), branchesOf(now, after), likeness);
      const pointers = this.pointers(old, now);
      for (const [one2, other] of pairs.both) yield* this.compare(one2, other, depth);
      for (const one2 of pairs.removed)
        yield {
          kind: "alternative-removed",
          path: [],
          ...pointers,
          before: describeBranch(one2, this.old.merge(one2))
        };
      for (const one2 of pairs.added)
        yield {
          kind: "alternative-added",
          path: [],
          ...pointers,
          after: describeBranch(one2, this.now.merge(one2))
        };
      if (before && after && before.discriminator !== after.discriminator) {
        const sides = { before: before.discriminator ?? "none", after: after.discriminator ?? "none" };
        yield { kind: "discriminator-changed", path: [], ...pointers, ...sides };
      }
    }
  }
  /** How much two branches of unions are alike; 0 for two that can't be one. */
  likeness(one2, other, depth) {
    const [old, now] = [this.old.merge(one2), this.now.merge(other)];
    const tags = tagsOf(old, (property) => this.old.merge(property));
    const otherTags = tagsOf(now, (property) => this.now.merge(property));
    const shared = [...tags.keys()].filter((name) => otherTags.has(name));
    if (shared.some((name) => !jsonEqual(tags.get(name), otherTags.get(name)))) return 0;
    if (shared.length > 0) return 40;
    if (nameOf2(one2) !== void 0 && nameOf2(one2) === nameOf2(other)) return 30;
    const [types = [], otherTypes = []] = [old.types, now.types];
    if (types.length > 0 && otherTypes.length > 0 && !types.some((type) => otherTypes.includes(type)))
      return 0;
    if (this.compare(one2, other, depth).length === 0) return 50;
    const names = [...old.shape.properties.keys()];
    const all = Math.max(names.length, now.shape.properties.size);
    if (all === 0) return 5;
    return 20 * names.filter((name) => now.shape.properties.has(name)).length / all;
  }
  /** How a condition narrows is not worked out: it is there, gone or another. */
  *compareConditions(old, now) {
    for (const keyword of /* @__PURE__ */ new Set([...old.conditions.keys(), ...now.conditions.keys()])) {
      const [before, after] = [old.conditions.get(keyword), now.conditions.get(keyword)];
      const pointers = this.pointers(old, now, keyword);
      const seen = { path: [], ...pointers, before: keyword, after: keyword };
      if (!before) yield { kind: "condition-added", ...seen };
      else if (!after) yield { kind: "condition-removed", ...seen };
      else if (this.areApart(before, after, old, now)) yield { kind: "condition-changed", ...seen };
    }
  }
  areApart(before, after, old, now) {
    if (jsonEqual(before, after)) return false;
    const [scope, otherScope] = [old.together[0]?.scope, now.together[0]?.scope];
    if (!scope || !otherScope || !before.every(isSchema) || !after.every(isSchema)) return true;
    const one2 = before.map((schema) => ({ schema, scope }));
    const other = after.map((schema) => ({ schema, scope: otherScope }));
    return this.compare(one2, other).length > 0;
  }
};
function isSchema(value) {
  return typeof value === "boolean" || isObject(value) && !Object.values(value).every(isObject);
}
function branchesOf({ together }, union) {
  return union?.branches.map((branch) => [branch]) ?? [together];
}
function othersOf({ shape }) {
  return [...shape.closures.map(({ place: place2 }) => place2), ...shape.unevaluated].filter(
    ({ schema }) => isObject(schema)
  );
}
function itemAt({ shape }, index) {
  return shape.prefix[index] ?? shape.rests.filter(({ from }) => from <= index).map(({ place: place2 }) => place2);
}
function namesAsSchemas({ shape }) {
  return Object.fromEntries([...shape.properties.keys()].map((name) => [name, true]));
}
function withoutRepeats(found) {
  const paths = /* @__PURE__ */ new Map();
  return found.filter(({ kind, path, old, new: now, before, after }) => {
    const key = canonicalText([kind, old ?? "", now ?? "", String(before), String(after)]);
    const known2 = paths.get(key) ?? /* @__PURE__ */ new Set();
    paths.set(key, known2);
    const way = path.join("/");
    if (known2.has(way) || known2.size >= maxPathsOfOne) return false;
    known2.add(way);
    return true;
  });
}

// src/diff/diff-documents.ts
var maxLoci = 2e3;
function diffDocuments(old, now) {
  const [oldSide, newSide] = [new SchemaSide(old.document), new SchemaSide(now.document)];
  const comparers = {
    request: new SchemaComparer(oldSide, newSide, "request"),
    response: new SchemaComparer(oldSide, newSide, "response")
  };
  const { both, removed: removed2, added } = pairOperations(old.operations, now.operations);
  const changes = new GroupedChanges(old, now);
  const part = { kind: "operation" };
  for (const operation of removed2)
    changes.add(operation, changeOf("operation-removed", part, { old: operation.pointer, new: void 0 }));
  for (const [one2, other] of both)
    for (const found of compareOperations(one2, other, comparers)) changes.add(one2, found);
  for (const operation of added)
    changes.add(operation, changeOf("operation-added", part, { old: void 0, new: operation.pointer }));
  return changes.list();
}
var GroupedChanges = class {
  constructor(old, now) {
    this.old = old;
    this.now = now;
  }
  old;
  now;
  groups = /* @__PURE__ */ new Map();
  add({ id, method, path }, found) {
    const key = idOf(found);
    const group = this.groups.get(key) ?? { found, loci: [], keys: /* @__PURE__ */ new Set() };
    this.groups.set(key, group);
    const operation = { id, method, path };
    const locusKey = JSON.stringify([method, path, found.part, found.path]);
    if (group.keys.has(locusKey) || group.loci.length >= maxLoci) return;
    group.keys.add(locusKey);
    group.loci.push({ operation, part: found.part, path: found.path });
  }
  list() {
    const groups = [...this.groups.values()];
    const oldPlaces = placesOf(
      this.old,
      groups.map(({ found }) => found.old)
    );
    const newPlaces = placesOf(
      this.now,
      groups.map(({ found }) => found.new)
    );
    const changes = groups.map(
      ({ found, loci }, index) => readChange(found, loci, oldPlaces[index] ?? null, newPlaces[index] ?? null)
    );
    return changes.sort((a2, b2) => rank(a2) - rank(b2));
  }
};
function readChange(found, at, old, now) {
  const { kind, direction, before, after, demand } = found;
  const row = kindOf3(kind);
  const isBreaking = row.breaks === "both" || row.breaks === direction;
  const isLikely = row.isLikely === true || found.isLikely === true;
  return {
    ...{ id: idOf(found), kind, direction, at, demand, old, new: now, met: null, expected: null },
    effect: isBreaking ? "breaking" : "harmless",
    certainty: isLikely ? "likely" : "certain",
    text: `${placeText(at[0])} ${row.says({ before, after })}`
  };
}
function placesOf({ file, linesOf }, pointers) {
  const known2 = [...new Set(pointers.filter((pointer) => pointer !== void 0))];
  const lines = linesOf(known2);
  const places = new Map(
    known2.map((pointer, index) => [pointer, { file, line: lines[index] ?? 1, pointer }])
  );
  return pointers.map((pointer) => pointer === void 0 ? null : places.get(pointer) ?? null);
}
function idOf({ kind, direction, old, new: now, before, after }) {
  const where = (/(?:removed|refused|lifted)$/.test(kind) ? old ?? now : now ?? old) ?? "";
  const isOneOfSeveral = /^(?:enum-value|server|security|media-type|alternative|pattern|format|multiple)-/.test(kind);
  const value = after ?? before;
  const text2 = typeof value === "string" ? value : shown(value);
  return `${direction}/${kind}@${where}${isOneOfSeveral ? `=${text2}` : ""}`;
}
function rank({ effect, certainty }) {
  if (effect === "harmless") return 2;
  return certainty === "likely" ? 1 : 0;
}
function placeText(locus) {
  if (!locus) return "";
  const { part, path } = locus;
  const field = path.length === 0 ? "" : ` ${toPointer(path)}`;
  return partText(part) + field;
}
function partText(part) {
  switch (part.kind) {
    case "operation":
      return "the operation";
    case "parameter":
      return `${part.in} parameter ${part.name}`;
    case "request body":
      return "request body";
    case "response":
      return `response ${part.status}`;
    case "response header":
      return `response ${part.status} header ${part.name}`;
    case "response body":
      return `response ${part.status} body`;
  }
}
function operationsOf2({ at }) {
  return [
    ...new Map(at.map(({ operation }) => [`${operation.method} ${operation.path}`, operation])).values()
  ];
}

// ../../tmp/diff/run.ts
var [a, b] = process.argv.slice(2);
var t0 = Date.now();
var [one, two] = [await loadSpecs({ specs: [a] }), await loadSpecs({ specs: [b] })];
var t1 = Date.now();
var c = diffDocuments(one, two);
var t2 = Date.now();
if (process.env.Q === void 0) for (const x of c.slice(0, 80)) console.log(x.effect, x.certainty, x.text, `(${operationsOf2(x).map((o) => o.method + " " + o.path).slice(0, 2).join(", ")} of ${x.at.length})`, "\n    ", x.id, x.old?.line, x.new?.line);
var count = {};
for (const x of c) count[`${x.effect} ${x.direction}/${x.kind}`] = (count[`${x.effect} ${x.direction}/${x.kind}`] ?? 0) + 1;
console.log(count, c.length, "load", t1 - t0, "diff", t2 - t1, Math.round(process.memoryUsage().rss / 1e6) + " MB");
