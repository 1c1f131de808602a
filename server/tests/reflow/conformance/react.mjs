// React screens on strings: components that show nothing but tell what their hooks return at every render.

/** Commands that mount screens; `tools` are the puppet's. */
export function stage({ web, tell, Puppet, clients, named, failed, convexToJson }) {
  const React = web("react");
  const { create, act } = web("react-test-renderer");
  const convex = web("convex/react");
  const h = React.createElement;
  const screens = new Map();

  const told = (screen, value) => tell({ event: "shown", ...screen, value });

  function List({ screen, hook, path, args, size }) {
    const page = convex[hook](named(path), args, { initialNumItems: size });
    const { results = [], status, loadMore } = page;
    screens.get(screen.watch).loadMore = loadMore;
    told(screen, { results: convexToJson(results), status });
    return null;
  }

  function Value({ screen, path, args }) {
    const value = convex.useQuery(named(path), args);
    told(screen, value === undefined ? null : convexToJson(value));
    return null;
  }

  function Login({ screen }) {
    const { isLoading, isAuthenticated, isRefreshing } = convex.useConvexAuth();
    told(screen, { isLoading, isAuthenticated, isRefreshing: isRefreshing ?? false });
    return null;
  }

  class Boundary extends React.Component {
    state = { error: null };
    static getDerivedStateFromError = (error) => ({ error });
    render() {
      if (this.state.error === null) return this.props.children;
      tell({ event: "shown", ...this.props.screen, error: failed(this.state.error) });
      return null;
    }
  }

  const kinds = { List, Value, Login };

  function tree(puppet, { screen, kind, login, strict, ...given }) {
    const inside = h(Boundary, { screen }, h(kinds[kind], { screen, ...given }));
    const useAuth = () => puppet.person;
    const provided = login
      ? h(convex.ConvexProviderWithAuth, { client: puppet.react, useAuth }, inside)
      : h(convex.ConvexProvider, { client: puppet.react }, inside);
    return strict ? h(React.StrictMode, null, provided) : provided;
  }

  return {
    openReact({ client, address, options }) {
      const puppet = new Puppet(client, address, options);
      const { backoff, address: url } = puppet;
      puppet.react = new convex.ConvexReactClient(url, puppet.options);
      puppet.person = { isLoading: false, isAuthenticated: false, fetchAccessToken: puppet.fetchToken };
      puppet.base = puppet.react.sync;
      puppet.manager = puppet.base.webSocketManager;
      Object.assign(puppet.manager, { defaultInitialBackoff: backoff, maxBackoff: 5 * backoff });
      puppet.convex = puppet.react;
      clients.set(client, puppet);
    },
    mount({ puppet, client, watch, ...given }) {
      screens.set(watch, {});
      const shown = { ...given, screen: { client, watch } };
      let root;
      act(() => { root = create(tree(puppet, shown)); });
      Object.assign(screens.get(watch), { root, shown });
    },
    remount({ puppet, watch, ...given }) {
      const screen = screens.get(watch);
      Object.assign(screen.shown, given);
      act(() => screen.root.update(tree(puppet, screen.shown)));
    },
    person({ puppet, isAuthenticated }) {
      puppet.person = { ...puppet.person, isAuthenticated };
    },
    moreRows: ({ watch, size }) => void screens.get(watch).loadMore(size),
    unmount: ({ watch }) => act(() => screens.get(watch).root.unmount()),
  };
}
