"""How fast it is, measured against its peers; run by hand, never by the tests."""
