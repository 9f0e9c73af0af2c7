import { createModdle, makerOf, readXml, writeXml } from '../model/moddle.ts';
import { newPlan, type Plan } from './plan.ts';
import { readPlan, type ReadPlanResult } from './readPlan.ts';
import { newDefinitions, writePlan } from './writePlan.ts';

/** Creates the text of a new process: submit, department leader, end. */
export async function newProcessText(key: string, name: string): Promise<string> {
  const moddle = createModdle();
  const make = makerOf(moddle);
  const { definitions, process } = newDefinitions(key, name, make);
  writePlan(definitions, process, newPlan(), make);
  return writeXml(moddle, definitions);
}

/** Reads the text of a process file as a list of steps. */
export async function readPlanText(text: string): Promise<ReadPlanResult> {
  const readResult = await readXml(createModdle(), text);
  return readResult.ok
    ? readPlan(readResult.definitions, readResult.process)
    : { ok: false, reason: readResult.detail };
}

/** Returns the process file `text`, changed so that its steps are those of `plan`. Throws if it is no process file. */
export async function textWithPlan(text: string, plan: Plan): Promise<string> {
  const moddle = createModdle();
  const readResult = await readXml(moddle, text);
  if (!readResult.ok) throw new Error(readResult.detail);
  writePlan(readResult.definitions, readResult.process, plan, makerOf(moddle));
  return writeXml(moddle, readResult.definitions);
}
