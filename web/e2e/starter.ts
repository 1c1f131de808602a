import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("starter.py", import.meta.url));

/** A process that serves Inflow. */
export interface Server {
  readonly pid: number;
  /** The words that open psql on its database. */
  readonly psql: string[];
  /** Its exit code, below 0 for a signal; null while it runs. */
  code: number | null;
  readonly ended: Promise<void>;
}

let starter: ChildProcess | undefined;
let count = 0;
const reports = new EventEmitter();

/** Starts `inflow run` with these words behind it, and these variables. It is forked from a process of its own that each worker of the tests keeps. */
export async function startsServer(
  python: string,
  environment: NodeJS.ProcessEnv,
  words: string[] = [],
): Promise<Server> {
  starter ??= opens(python, environment);
  const id = count++;
  const forked = once(reports, `${id} forked`);
  const ended = once(reports, `${id} ended`);
  starter.stdin?.write(`${JSON.stringify({ id, environment, words })}\n`);
  const [pid, psql] = await forked;
  const server: Server = {
    pid,
    psql,
    code: null,
    ended: ended.then(([code]) => {
      server.code = code;
    }),
  };
  return server;
}

function opens(python: string, env: NodeJS.ProcessEnv): ChildProcess {
  const opened = spawn(python, [SCRIPT], { env, stdio: ["pipe", "pipe", "inherit"] });
  createInterface({ input: opened.stdout }).on("line", (line) => {
    const { id, pid, psql, code } = JSON.parse(line);
    if (pid === undefined) reports.emit(`${id} ended`, code);
    else reports.emit(`${id} forked`, pid, psql);
  });
  return opened;
}
