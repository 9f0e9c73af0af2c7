/** RG-004: a line runs over the top on every navigation, once for each place. It is drawn only: nothing waits for it. */
export const NavigationBar = ({ place }: { place: string }) => (
  <div key={place} className="sf-navigation" aria-hidden="true" data-navigation={place} />
);
