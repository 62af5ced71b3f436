/** Programs of the Java world, fetched once by Maven into bench/jars, which is not checked in. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const jars = fileURLToPath(new URL('../jars/', import.meta.url));
/** The plugin of Maven that copies an artifact without a project. */
const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';

/** The version of Java on the path; undefined where there is none. */
export const javaVersion = /version "([^"]+)"/.exec(
  spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? '',
)?.[1];

/**
 * @param {string} group
 * @param {string} name
 * @param {string} version
 * @returns {{ jar: string } | { why: string }} the file, or what is needed to have it
 */
export function javaProgram(group, name, version) {
  if (!javaVersion) return { why: 'a Java runtime on the path (apt-get install default-jre-headless)' };
  const jar = join(jars, `${name}-${version}.jar`);
  if (existsSync(jar)) return { jar };
  const artifact = `-Dartifact=${group}:${name}:${version}`;
  const { error, status } = spawnSync('mvn', ['-q', '-B', copy, artifact, `-DoutputDirectory=${jars}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (error) return { why: 'Maven on the path (apt-get install maven)' };
  return status === 0 && existsSync(jar) ? { jar } : { why: `${group}:${name}:${version} from Maven` };
}
