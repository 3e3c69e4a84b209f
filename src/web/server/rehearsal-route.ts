import type { Route } from "../../http/route.ts";
import { LOCAL_PROGRAMS } from "./inbox-routes.ts";
import type { PageServices } from "./page-renderer.ts";

/** Creates the page that sends signed events from the browser. The server sends nothing. */
export function createRehearsalRoute({ assets, render, getSite }: PageServices): Route {
  return {
    methods: ["GET", "HEAD"],
    path: "/rehearsal",
    access: "signed-in",
    handler: (context) => {
      const { basePath } = getSite(context);
      const script = assets.findFile("deliver.js");
      return render(context, {
        title: "Rehearse a provider · Sundry",
        description: "Send a signed webhook as Stripe, GitHub or Slack to a program of yours.",
        section: "inbox",
        part: "rehearsal",
        connectSources: LOCAL_PROGRAMS,
        content: {
          page: "RehearsalPage",
          props: script === undefined ? {} : { script: `${basePath}/assets/${script}` },
        },
      });
    },
  };
}
