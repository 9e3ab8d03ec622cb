"""The widgets of the app's pages with nothing behind them: what Streamlit takes by itself."""

import streamlit as st

GROUPS = {
    "When to stop": 6,
    "How to split": 5,
    "Ties and chance": 5,
    "Rules of C4.5": 6,
    "Pruning": 7,
}
PAGES = ("app.py", "pages/grow.py", "pages/tree.py")


def begin(title: str) -> int:
    """The links and as many knobs as the app has, of the same kinds; gives the slider's value."""
    st.set_page_config(page_title=title, layout="wide")
    with st.container(horizontal=True):
        for page in PAGES * 2:
            st.page_link(page, label=f"{page} {title}", query_params={"title": title})
    kept = st.session_state.setdefault("kept", {"depth": 3})
    with st.sidebar:
        st.selectbox("Algorithm", ["one", "two"], key="algorithm")
        if kept.get("page") != title:  # the widgets of another page have gone, with their values
            kept["page"], st.session_state["depth"] = title, kept["depth"]
        kept["depth"] = st.slider("Maximum depth", 1, 12, key="depth")
        for group, n in GROUPS.items():
            with st.expander(group):
                for i in range(n):
                    kind = (st.selectbox, st.toggle, st.number_input)[i % 3]
                    words = {"key": f"{group} {i}", "help": "What this knob does, in a sentence."}
                    more = (["one", "two", "three"],) if kind is st.selectbox else ()
                    kind(f"{group} {i}", *more, **words)
    return kept["depth"]
