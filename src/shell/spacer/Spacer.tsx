/** Takes the free room of a bar. */
export const Spacer = () => <div className="sf-spacer" aria-hidden="true" />;
