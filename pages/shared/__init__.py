"""What all lessons share: the frame of a page, its menu, its controls, and the state in its address."""
