import type { Route } from "../../http/route.ts";
import type { Assets } from "./assets.ts";
import { LOCAL_PROGRAMS } from "./inbox-routes.ts";
import type { GetSite, RenderPage } from "./page-renderer.ts";

interface RehearsalOptions {
  assets: Assets;
  render: RenderPage;
  getSite: GetSite;
}

/** Creates the page that sends signed events from the browser. The server sends nothing. */
export function createRehearsalRoute({ assets, render, getSite }: RehearsalOptions): Route {
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
