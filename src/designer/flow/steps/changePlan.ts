import type { Branch, BranchStep, Plan, Step } from './plan.ts';

/** Identifies a list of steps: null for the main list, else the id of the branch. */
export type StepListId = string | null;

/**
 * Applies `change` to the list with the id `listId`, which may be inside a branch of a step. `currentId`: the id of the
 * list `steps`.
 */
function changeList(
  steps: readonly Step[],
  listId: StepListId,
  change: (steps: readonly Step[]) => readonly Step[],
  currentId: StepListId,
): readonly Step[] {
  const withChangedBranches = steps.map((step) =>
    step.kind === 'branch'
      ? {
          ...step,
          branches: step.branches.map((branch) => ({
            ...branch,
            steps: changeList(branch.steps, listId, change, branch.id),
          })),
        }
      : step,
  );
  return currentId === listId ? change(withChangedBranches) : withChangedBranches;
}

const withChangedList = (
  plan: Plan,
  listId: StepListId,
  change: (steps: readonly Step[]) => readonly Step[],
): Plan => ({
  ...plan,
  steps: changeList(plan.steps, listId, change, null),
});

export const insertStep = (plan: Plan, listId: StepListId, index: number, step: Step): Plan =>
  withChangedList(plan, listId, (steps) => [...steps.slice(0, index), step, ...steps.slice(index)]);

/** Applies `change` to every list of steps, first to the lists inside branches. */
const changeAllLists = (steps: readonly Step[], change: (steps: readonly Step[]) => readonly Step[]): readonly Step[] =>
  change(
    steps.map((step) =>
      step.kind === 'branch'
        ? {
            ...step,
            branches: step.branches.map((branch) => ({ ...branch, steps: changeAllLists(branch.steps, change) })),
          }
        : step,
    ),
  );

export const removeStep = (plan: Plan, id: string): Plan => ({
  ...plan,
  steps: changeAllLists(plan.steps, (steps) => steps.filter((step) => step.id !== id)),
});

/** Replaces the step with the same id in any list, or the applicant's step. */
export function replaceStep(plan: Plan, next: Step): Plan {
  if (next.kind === 'task' && next.id === plan.applicant.id) return { ...plan, applicant: next };
  // changes inner lists first, so that a replaced branch step has exactly the branches of `next`
  return {
    ...plan,
    steps: changeAllLists(plan.steps, (steps) => steps.map((step) => (step.id === next.id ? next : step))),
  };
}

/** Moves a step one position up or down in its list. */
export const moveStep = (plan: Plan, id: string, offset: 1 | -1): Plan => ({
  ...plan,
  steps: changeAllLists(plan.steps, (steps) => {
    const index = steps.findIndex((step) => step.id === id);
    const newIndex = index + offset;
    if (index === -1 || newIndex < 0 || newIndex >= steps.length) return steps;
    const reordered = [...steps];
    [reordered[index], reordered[newIndex]] = [reordered[newIndex] as Step, reordered[index] as Step];
    return reordered;
  }),
});

/** Adds a branch before the default branch. */
export const addBranch = (step: BranchStep, branch: Branch): BranchStep => {
  const defaultIndex = step.branches.findIndex(({ isDefault }) => isDefault);
  const index = defaultIndex === -1 ? step.branches.length : defaultIndex;
  return { ...step, branches: [...step.branches.slice(0, index), branch, ...step.branches.slice(index)] };
};
