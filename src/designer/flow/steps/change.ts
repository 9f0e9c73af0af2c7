import type { Branch, BranchStep, Plan, Step } from './plan.ts';

/** Where a list of steps is: the main one, or that of a branch. */
export type ListPlace = string | null;

function inLists(
  steps: readonly Step[],
  place: ListPlace,
  change: (steps: readonly Step[]) => readonly Step[],
  own: ListPlace,
): readonly Step[] {
  const inner = steps.map((step) =>
    step.kind === 'branch'
      ? {
          ...step,
          branches: step.branches.map((branch) => ({
            ...branch,
            steps: inLists(branch.steps, place, change, branch.id),
          })),
        }
      : step,
  );
  return own === place ? change(inner) : inner;
}

const changed = (plan: Plan, place: ListPlace, change: (steps: readonly Step[]) => readonly Step[]): Plan => ({
  ...plan,
  steps: inLists(plan.steps, place, change, null),
});

export const insertStep = (plan: Plan, place: ListPlace, index: number, step: Step): Plan =>
  changed(plan, place, (steps) => [...steps.slice(0, index), step, ...steps.slice(index)]);

const everywhere = (steps: readonly Step[], change: (steps: readonly Step[]) => readonly Step[]): readonly Step[] =>
  change(
    steps.map((step) =>
      step.kind === 'branch'
        ? { ...step, branches: step.branches.map((branch) => ({ ...branch, steps: everywhere(branch.steps, change) })) }
        : step,
    ),
  );

export const removeStep = (plan: Plan, id: string): Plan => ({
  ...plan,
  steps: everywhere(plan.steps, (steps) => steps.filter((step) => step.id !== id)),
});

/** The same step with something else in it, wherever it stands; the applicant's too. */
export function replaceStep(plan: Plan, next: Step): Plan {
  if (next.kind === 'task' && next.id === plan.applicant.id) return { ...plan, applicant: next };
  // what stands inside of a branch step is changed first: the step itself last, so that its own branches win
  return {
    ...plan,
    steps: everywhere(plan.steps, (steps) => steps.map((step) => (step.id === next.id ? next : step))),
  };
}

/** One place up or down in its own list. */
export const moveStep = (plan: Plan, id: string, by: 1 | -1): Plan => ({
  ...plan,
  steps: everywhere(plan.steps, (steps) => {
    const from = steps.findIndex((step) => step.id === id);
    const to = from + by;
    if (from === -1 || to < 0 || to >= steps.length) return steps;
    const next = [...steps];
    [next[from], next[to]] = [next[to] as Step, next[from] as Step];
    return next;
  }),
});

export const addBranch = (step: BranchStep, branch: Branch): BranchStep => {
  const last = step.branches.findIndex(({ isDefault }) => isDefault);
  const at = last === -1 ? step.branches.length : last;
  return { ...step, branches: [...step.branches.slice(0, at), branch, ...step.branches.slice(at)] };
};
