// installed beside the benchmarks and only when they run, so its own types may be missing
declare module '@bpmn-io/form-js' {
  export function createForm(options: { container: HTMLElement; schema: unknown; data: unknown }): Promise<unknown>;
}
